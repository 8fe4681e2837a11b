'use strict';
// The core of Warlocks & Warriors, the same as in ww_engine.py, as plain functions over a state that is plain data, so
// that boardgame.io can hold it.  Chance comes from the state's own 32-bit generator.
const fs = require('fs'), path = require('path');
const board = JSON.parse(fs.readFileSync(path.join(__dirname, 'ww_board.json')));
const SPACES = board.n, LINKS = board.adj, KIND = board.kind, ARROW = board.arrow, DETOUR = board.detour;
const TO_CASTLE = board.dist, CASTLE = board.castle;
const SQUARE_BIT = new Array(SPACES).fill(0);
board.squares.forEach((square, i) => { SQUARE_BIT[square] = 1 << i; });
const SEAPORT = 1, SQUARE = 2, CASTLE_KIND = 3, LOSE_TURN = 4, STAR = 8;
const STAY = 64, PASS = 65, ROLL = 66, NO_SPELL = 127;
const ROLLING = 0, MOVING = 1, LOSER = 2, WINNER = 3, SPELL = 4, OVER = 5;
const SAFE = KIND.map(kind => kind === SEAPORT || kind === SQUARE);
const SPELLABLE = KIND.map(kind => kind !== SQUARE && kind !== LOSE_TURN);
const counted = { throws: 0 };  // of two dice, in all games

function endpoints(start, length, eligible) {
  const seen = new Uint8Array(SPACES), found = new Uint8Array(SPACES);
  seen[start] = 1;
  (function walk(at, left) {
    for (const to of LINKS[at]) {
      if (seen[to]) continue;
      const kind = KIND[to];
      if (kind === SQUARE) found[to] = 1;
      else if (kind === CASTLE_KIND) { if (eligible && left === 1) found[to] = 1; }
      else if (left === 1) found[to] = 1;
      else { seen[to] = 1; walk(to, left - 1); seen[to] = 0; }
    }
  })(start, length);
  return [...found.keys()].filter(space => found[space]);
}

const MOVES = [], SPELLS = [];
for (const eligible of [false, true]) {
  for (let at = 0; at < SPACES; at++) {
    for (let total = 0; total < 13; total++) {
      const ends = total < 2 ? [] : endpoints(at, total, eligible);
      if (TO_CASTLE[at] <= 3) ends.push(STAY);
      MOVES.push(ends.length ? ends : [PASS]);
    }
  }
}
for (let at = 0; at < SPACES; at++) {
  const ends = new Set([1, 2, 3].flatMap(length => endpoints(at, length, false)));
  SPELLS.push([...ends].sort((a, b) => a - b));
}

const next = random => (Math.imul(random, 1664525) + 1013904223) >>> 0;

function dice(s) {
  counted.throws++;
  const first = next(s.rng);
  s.rng = next(first);
  return ((first >>> 16) * 6 >>> 16) + ((s.rng >>> 16) * 6 >>> 16) + 2;
}

function create(seed, players) {
  const zeros = () => new Array(players).fill(0);
  const s = {
    players, pos: zeros(), visited: zeros(), skip: zeros(), holder: 0, turn: 0, phase: ROLLING, total: 0,
    rng: seed >>> 0, win: 0, lose: 0, duels: 0, ban: -1, winner: -1,
  };
  let best = 0;
  for (let seat = 0; seat < players; seat++) {
    const total = dice(s);
    if (total > best) { best = total; s.holder = seat; }
  }
  s.turn = s.holder;
  return s;
}

const ROLL_ONLY = [ROLL];

function legal(s) {
  switch (s.phase) {
    case ROLLING: return ROLL_ONLY;
    case MOVING: {
      const eligible = s.holder === s.turn && s.visited[s.turn] === 15 ? SPACES : 0;
      return MOVES[(eligible + s.pos[s.turn]) * 13 + s.total];
    }
    case LOSER: return LINKS[s.pos[s.lose]];
    case WINNER: {
      const ways = LINKS[s.pos[s.win]].filter(to => to !== s.ban);
      return ways.length ? ways : [PASS];
    }
    case SPELL: {
      const actions = [NO_SPELL];
      for (let seat = 0; seat < s.players; seat++) {
        if (seat === s.turn || !SPELLABLE[s.pos[seat]]) continue;
        for (const to of SPELLS[s.pos[seat]]) actions.push(128 + seat * 64 + to);
      }
      return actions;
    }
    default: return [];
  }
}

function land(s, seat, to) {
  for (let arrow = ARROW[to], followed = 0; arrow >= 0 && followed < 4; followed++) { to = arrow; arrow = ARROW[to]; }
  const kind = KIND[to];
  if (kind === SQUARE) {
    s.visited[seat] |= SQUARE_BIT[to];
    const total = dice(s);
    if (total <= 4) s.skip[seat]++; else if (total >= 11) to = 0;
  } else if (kind === LOSE_TURN) {
    s.skip[seat]++;
  } else if (kind === CASTLE_KIND) {
    if (s.holder === seat && s.visited[seat] === 15) { s.winner = seat; s.phase = OVER; } else to = LINKS[CASTLE][0];
  }
  s.pos[seat] = to;
}

function nextTurn(s) {
  s.duels = 0;
  s.phase = ROLLING;
  let turn = s.turn;
  for (;;) {
    if (++turn === s.players) turn = 0;
    if (s.skip[turn]) { s.skip[turn]--; continue; }
    const detour = DETOUR[s.pos[turn]];
    if (detour < 0) break;
    s.pos[turn] = detour;
    s.skip[turn]++;
  }
  s.turn = turn;
}

function settle(s) {
  if (s.phase === OVER) return;
  if (s.duels < 8) {
    for (let i = 0; i < s.players - 1; i++) {
      const at = s.pos[i];
      if (SAFE[at]) continue;
      for (let j = i + 1; j < s.players; j++) {
        if (s.pos[j] !== at) continue;
        s.duels++;
        let x, y;
        do { x = dice(s); y = dice(s); } while (x === y);
        s.win = x > y ? i : j;
        s.lose = i + j - s.win;
        if (s.holder === s.lose) s.holder = s.win;
        s.phase = LOSER;
        return;
      }
    }
  }
  nextTurn(s);
}

function apply(s, action) {
  switch (s.phase) {
    case ROLLING: s.total = dice(s); s.phase = MOVING; break;
    case MOVING:
      if (action < 64) {
        const turn = s.turn;
        land(s, turn, action);
        if (s.phase === OVER) return;
        if (s.pos[turn] === action && KIND[action] === STAR) { s.phase = SPELL; return; }
      }
      settle(s);
      break;
    case LOSER: s.ban = action; land(s, s.lose, action); if (s.phase !== OVER) s.phase = WINNER; break;
    case WINNER: if (action !== PASS) land(s, s.win, action); settle(s); break;
    case SPELL: if (action !== NO_SPELL) land(s, (action - 128) >> 6, action & 63); settle(s); break;
  }
}

module.exports = { create, legal, apply, next, counted, ROLL };
