/** Stops reading a connection, so that its client has to wait. */
import type { Socket } from 'node:net';
import { setIsReading } from './read-pieces.js';

/**
 * The intake of a connection of `node:http`. Pausing the socket is not enough: reading a request, and its end, resumes
 * the socket again.
 */
export class Intake {
  readonly #socket: Socket;
  #isStopped = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('resume', this.#pauseLater);
  }

  stop(): void {
    this.#isStopped = true;
    setIsReading(this.#socket, false);
    this.#pauseLater();
  }

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#socket.resume();
    setIsReading(this.#socket, true);
  }

  /** Pauses after the turn, when nothing that has begun in it resumes the socket. */
  readonly #pauseLater = (): void => {
    if (this.#isStopped) process.nextTick(this.#pause);
  };

  readonly #pause = (): void => {
    const socket = this.#socket;
    if (!this.#isStopped) return;
    // The socket emits this only when it flows, and Node, which reads for the parser, has missed it then.
    if (socket.readableFlowing === false) socket.emit('pause');
    else socket.pause();
  };
}
