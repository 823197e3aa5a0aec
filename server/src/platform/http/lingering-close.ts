import type { Socket } from 'node:net';

/** As long as a client that still sends has time to read the answer. */
const lingerMs = 3000;

/**
 * Closes a connection whose request has been answered while its body still comes, after 3 s in which that is read and dropped: to
 * close it at once would reset it, and the answer be lost on the way (RFC 9112 §9.6). `isOver`: whether there is no need any more.
 * Answers how to cancel it: a connection that is kept alive carries a thousand requests, and holds nothing of each.
 */
export function lingeringClose(socket: Socket, isOver: () => boolean = () => false): () => void {
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
