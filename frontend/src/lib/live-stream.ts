import { readEvents, type ServerEvent } from "@/lib/sse";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
/** The server says something every 15 s at least; silence for longer means that nobody is there. */
const SILENCE_MS = 40_000;

type Listener = {
  onEvent: (event: ServerEvent) => void;
  /** Called whenever a connection stands or is lost, with what the server answered where it refused. */
  onState: (open: boolean, refused: Refusal | null) => void;
};

/** What the server answered to what was asked at a time, in milliseconds since the page began. */
type Refusal = { status: number; askedAt: number };

/**
 * Follows a stream of server-sent events for as long as it is wanted; returns what ends it.
 * After a break it goes on behind the last event by `Last-Event-ID`, so that none is missed and none comes twice.
 */
export function followStream(address: string, listener: Listener): () => void {
  const ended = new AbortController();
  void keepFollowing(address, listener, ended.signal);
  return () => ended.abort();
}

async function keepFollowing(address: string, listener: Listener, ended: AbortSignal): Promise<void> {
  let last: string | null = null;
  let pause = FIRST_PAUSE_MS;
  while (!ended.aborted) {
    let refused: Refusal | null = null;
    const askedAt = performance.now();
    const connection = connect(ended);
    try {
      const response = await connection.open(address, last);
      if (response.ok && response.body) {
        for await (const event of readEvents(connection.watched(response.body))) {
          if (event.id !== null) last = event.id;
          pause = FIRST_PAUSE_MS;
          if (event.event === "hello") listener.onState(true, null);
          else listener.onEvent(event);
        }
      } else refused = { status: response.status, askedAt };
    } catch {
      // Whatever broke it, the way on is the same.
    } finally {
      connection.close();
    }
    if (ended.aborted) return;
    listener.onState(false, refused);
    await resting(pause, ended);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/** One connection, which is given up when the browser goes offline or nothing is heard for too long. */
function connect(ended: AbortSignal) {
  const lost = new AbortController();
  const giveUp = () => lost.abort();
  let timer = setTimeout(giveUp, SILENCE_MS);
  ended.addEventListener("abort", giveUp);
  window.addEventListener("offline", giveUp);
  return {
    open: (address: string, last: string | null) =>
      fetch(address, {
        headers: { Accept: "text/event-stream", ...(last === null ? {} : { "Last-Event-ID": last }) },
        cache: "no-store",
        signal: lost.signal,
      }),
    watched: (body: ReadableStream<Uint8Array>) =>
      body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            clearTimeout(timer);
            timer = setTimeout(giveUp, SILENCE_MS);
            controller.enqueue(chunk);
          },
        }),
      ),
    close: () => {
      clearTimeout(timer);
      ended.removeEventListener("abort", giveUp);
      window.removeEventListener("offline", giveUp);
      lost.abort();
    },
  };
}

/** Waits, but no longer than until the browser is online again. */
function resting(ms: number, ended: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener("online", finish);
      ended.removeEventListener("abort", finish);
      done();
    };
    const timer = setTimeout(finish, ms);
    window.addEventListener("online", finish);
    ended.addEventListener("abort", finish);
  });
}
