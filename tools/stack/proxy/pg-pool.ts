import { PgConnection, type Login } from './pg-connection.ts';

type Address = { path: string } | { host: string; port: number };

/** Connections of one login, opened as needed, at most `size`. */
export class PgPool {
  #address: Address;
  #login: Login;
  #size: number;
  #idle: PgConnection[] = [];
  #open = 0;
  #waiting: ((connection: PgConnection | null) => void)[] = [];

  constructor(address: Address, login: Login, size: number) {
    this.#address = address;
    this.#login = login;
    this.#size = size;
  }

  /** Lends a connection for the length of `work`. */
  async use<T>(work: (connection: PgConnection) => Promise<T>): Promise<T> {
    const connection = this.#takeIdle() ?? (await this.#take());
    try {
      return await work(connection);
    } finally {
      this.#give(connection);
    }
  }

  close(): void {
    for (const connection of this.#idle) connection.close();
    this.#idle = [];
  }

  #takeIdle(): PgConnection | undefined {
    for (let connection = this.#idle.pop(); connection; connection = this.#idle.pop()) {
      if (!connection.isClosed) return connection;
      this.#open -= 1;
    }
    return undefined;
  }

  async #take(): Promise<PgConnection> {
    if (this.#open >= this.#size) {
      const given = await new Promise<PgConnection | null>((resolve) => this.#waiting.push(resolve));
      if (given) return given;
    }
    this.#open += 1;
    try {
      return await PgConnection.open(this.#address, this.#login);
    } catch (error) {
      this.#open -= 1;
      this.#waiting.shift()?.(null);
      throw error;
    }
  }

  #give(connection: PgConnection): void {
    const next = this.#waiting.shift();
    if (connection.isClosed) this.#open -= 1;
    if (next) next(connection.isClosed ? null : connection);
    else if (!connection.isClosed) this.#idle.push(connection);
  }
}
