/** A real server process on a free port, with a data folder (and on PostgreSQL a database) of its own; or several. */
export interface Server {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  /** The one-time link that an empty site prints. */
  readonly setupLink: string;
  /** Where it keeps files; with an object store it keeps none there. */
  readonly dataFolder: string;
  readonly databaseUrl: string | null;
  /** All that it printed so far. */
  printed(): string;
  /** Ends it with SIGTERM and waits until it has ended; the data stays. */
  end(): Promise<void>;
  /** Ends the process with SIGKILL, as a power cut would; the data stays. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port; a single server with other settings where some are given. */
  restart(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Ends it and throws its data away. */
  dispose(): Promise<void>;
}
