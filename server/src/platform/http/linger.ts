import type { Socket } from 'node:net';

/** As long as a client that still sends has time to read the answer. */
const lingerMs = 3000;

/**
 * Cuts a connection on which the last word has been said, after a moment in which what still comes is read and dropped: to close
 * it at once would reset it, and the answer be lost on the way (RFC 9112 §9.6). `isOver`: whether there is no need any more.
 * Answers how to give it up before that: a connection that is kept alive carries a thousand requests, and holds nothing of each.
 */
export function lingerThenCut(socket: Socket, isOver: () => boolean = () => false): () => void {
  const timer = setTimeout(() => {
    socket.off('close', stop);
    if (!isOver()) socket.destroy();
  }, lingerMs);
  timer.unref();
  const stop = () => {
    clearTimeout(timer);
    socket.off('close', stop);
  };
  socket.once('close', stop);
  return stop;
}
