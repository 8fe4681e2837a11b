'use strict';
// The same game on boardgame.io's headless client: one move a decision; the framework adds drafts, store, log, undo and
// the order of turns.  Needs boardgame.io under NODE_PATH.
//
// For each line on stdin, a number of milliseconds, it plays games at random for so long in CPU time, and answers with
// a line: decisions, CPU seconds, games.  Every throw is a decision, also those that the rules make inside a move.
const { Client } = require('boardgame.io/client');
const rules = require('./ww_rules.js');

const PLAYERS = 4, AT_MOST = 20000;
const game = seed => ({
  name: 'warlocks',
  setup: () => rules.create(seed, PLAYERS),
  moves: { act: ({ G }, action) => { rules.apply(G, action); } },
  turn: { order: { first: ({ G }) => G.turn, next: ({ G }) => G.turn } },
  endIf: ({ G }) => G.winner >= 0 ? { winner: G.winner } : undefined,
});

function play(seed, isTimeUp) {
  const client = Client({ game: game(seed), numPlayers: PLAYERS, debug: false });
  client.start();
  let random = (Math.imul(seed, 2654435761 | 0) + 12345) >>> 0, choices = 0;
  for (let n = 0; n < AT_MOST && !isTimeUp(); n++) {
    const { G, ctx } = client.getState(), actions = rules.legal(G);
    if (!actions.length || ctx.gameover) break;
    random = rules.next(random);
    const action = actions[(random >>> 16) * actions.length >>> 16];
    client.moves.act(action);
    if (action !== rules.ROLL) choices++;
    const after = client.getState();
    if (after.G.turn !== G.turn && !after.ctx.gameover) client.events.endTurn();
  }
  client.stop();
  return choices;
}

const seconds = () => { const used = process.cpuUsage(); return (used.user + used.system) / 1e6; };
let seed = 0;
require('readline').createInterface({ input: process.stdin }).on('line', line => {
  const began = seconds(), until = began + Number(line) / 1000;
  rules.counted.throws = 0;
  let choices = 0, games = 0;
  for (; seconds() < until; games++) choices += play(++seed, () => seconds() >= until);
  console.log(`${choices + rules.counted.throws} ${seconds() - began} ${games}`);
});
