"""Time that travels."""

import asyncio
import os
import threading
import time

import pytest

from hardware.twin.clock import NothingScheduled, Timeline, TravellingLoop


@pytest.fixture
def loop():  # type: ignore[no-untyped-def]
    made = TravellingLoop()
    yield made
    made.close()


def test_an_hour_passes_at_once(loop: TravellingLoop) -> None:
    began = time.monotonic()
    loop.run_until_complete(asyncio.sleep(3600))
    assert loop.time() == 3600
    assert time.monotonic() - began < 5


def test_timers_run_in_their_order_and_exactly_in_time(loop: TravellingLoop) -> None:
    seen: list[tuple[str, float]] = []
    for name, at in (("c", 86400.0 * 30), ("a", 0.1), ("b", 0.1 + 0.2)):
        loop.call_at(at, lambda name=name: seen.append((name, loop.time())))  # type: ignore[misc]
    loop.run_until_complete(asyncio.sleep(86400.0 * 31))
    assert seen == [("a", 0.1), ("b", 0.1 + 0.2), ("c", 86400.0 * 30)]


def test_a_timer_that_is_set_again_for_its_own_deadline_does_not_spin(loop: TravellingLoop) -> None:
    """The clock must reach a deadline, not come near it: else a caller who compares would ask for ever."""
    deadlines = [n / 7 + 1e5 for n in range(50)]
    rounds = 0

    def look() -> None:
        nonlocal rounds
        rounds += 1
        while deadlines and deadlines[0] <= loop.time():
            deadlines.pop(0)
        if deadlines:
            loop.call_at(deadlines[0], look)

    loop.call_soon(look)
    loop.run_until_complete(asyncio.sleep(2e5))
    assert (deadlines, rounds) == ([], 51)


def test_waiting_for_nothing_is_said_instead_of_hanging(loop: TravellingLoop) -> None:
    with pytest.raises(NothingScheduled, match="nothing is scheduled"):
        loop.run_until_complete(loop.create_future())


def test_time_stands_still_while_an_executor_works(loop: TravellingLoop) -> None:
    ready = threading.Event()

    async def story() -> tuple[float, str]:
        asyncio.get_running_loop().call_later(60, lambda: None)
        working = asyncio.get_running_loop().run_in_executor(None, lambda: str(ready.wait(5)))
        await asyncio.sleep(0)
        ready.set()
        return loop.time(), await working

    assert loop.run_until_complete(story()) == (0.0, "True")
    assert loop.time() == 0.0
    loop.run_until_complete(loop.shutdown_default_executor())


def test_asyncios_own_runner_can_end_such_a_loop() -> None:
    with asyncio.Runner(loop_factory=TravellingLoop) as runner:
        assert runner.run(asyncio.to_thread(lambda: 5)) == 5


def test_a_real_file_is_waited_for_where_nothing_is_scheduled(loop: TravellingLoop) -> None:
    read, write = os.pipe()
    got: asyncio.Future[bytes] = loop.create_future()
    loop.add_reader(read, lambda: got.set_result(os.read(read, 9)))
    threading.Thread(target=os.write, args=(write, b"hello")).start()
    assert loop.run_until_complete(got) == b"hello"
    loop.remove_reader(read)
    os.close(read)
    os.close(write)


def test_another_thread_may_call_while_a_file_is_watched(loop: TravellingLoop) -> None:
    read, write = os.pipe()
    loop.add_reader(read, lambda: None)
    done: asyncio.Future[int] = loop.create_future()
    threading.Thread(target=loop.call_soon_threadsafe, args=(done.set_result, 5)).start()
    assert loop.run_until_complete(done) == 5
    loop.remove_reader(read)
    os.close(read)
    os.close(write)


def test_a_timeline_runs_its_timers_as_time_comes_to_them() -> None:
    line = Timeline(10.0)
    seen: list[float] = []
    line.call_at(12.0, lambda: seen.append(line.time()))
    line.call_at(11.0, lambda: line.call_at(11.5, lambda: seen.append(line.time())))
    line.call_at(5.0, lambda: seen.append(line.time()))  # already over: at once
    line.travel(3.0)
    assert seen == [10.0, 11.5, 12.0]
    assert line.time() == 13.0
