import { connect, type Socket } from 'node:net';
import { errorFields, fieldsToJson, MESSAGE, MessageReader, MessageWriter, rowToJson } from './wire.ts';

export interface Statement {
  query: string;
  params: readonly (string | null)[];
}

export interface Login {
  user: string;
  password: string;
  database: string;
  applicationName: string;
}

/** What the server, or the way to it, refused; `fields` are those of the driver's NeonDbError. */
export class DatabaseError extends Error {
  fields: Record<string, string>;

  constructor(fields: Record<string, string>) {
    super(fields.message ?? 'database error');
    this.fields = fields;
  }
}

interface Run {
  /** One JSON object per statement so far. */
  results: string[];
  fields: string;
  rows: string[];
  error: DatabaseError | null;
  /** BEGIN and COMMIT answer too, but are not the caller's statements. */
  isTransaction: boolean;
  expected: number;
  seen: number;
  resolve: (results: string[]) => void;
  reject: (error: Error) => void;
}

const AUTHENTICATION_OK = 0;
const CLEARTEXT_PASSWORD = 3;
const IDLE = 0x49;

/** One connection that carries one request after the other: all statements of a request leave in one write. */
export class PgConnection {
  #socket: Socket;
  #run: Run | null = null;
  #opened: { resolve: (connection: PgConnection) => void; reject: (error: Error) => void } | null = null;
  #login: Login;
  #isClosed = false;

  static open(
    address: { path: string } | { host: string; port: number },
    login: Login,
  ): Promise<PgConnection> {
    return new Promise((resolve, reject) => {
      const connection = new PgConnection(connect(address), login);
      connection.#opened = { resolve, reject };
    });
  }

  private constructor(socket: Socket, login: Login) {
    this.#socket = socket;
    this.#login = login;
    const reader = new MessageReader((type, body) => this.#receive(type, body));
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => reader.feed(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the database closed the connection')));
    const { user, database, applicationName } = login;
    socket.write(
      new MessageWriter()
        .startup({ user, database, application_name: applicationName, client_encoding: 'UTF8' })
        .take(),
    );
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Runs one statement on its own, or several between BEGIN and COMMIT; resolves to one JSON result per statement. */
  run(statements: readonly Statement[], begin: string | null): Promise<string[]> {
    const writer = new MessageWriter();
    if (begin !== null) writer.parse('', begin).bind('', []).execute();
    for (const { query, params } of statements) writer.parse('', query).bind('', params).describe().execute();
    if (begin !== null) writer.parse('', 'COMMIT').bind('', []).execute();
    return new Promise((resolve, reject) => {
      this.#run = {
        results: [],
        fields: '[]',
        rows: [],
        error: null,
        isTransaction: begin !== null,
        expected: statements.length,
        seen: 0,
        resolve,
        reject,
      };
      this.#socket.write(writer.sync().take());
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.destroy();
  }

  #receive(type: number, body: Buffer): void {
    const run = this.#run;
    switch (type) {
      case MESSAGE.dataRow:
        run?.rows.push(rowToJson(body));
        break;
      case MESSAGE.rowDescription:
        if (run) run.fields = fieldsToJson(body);
        break;
      case MESSAGE.commandComplete:
        if (run) complete(run, body.toString('utf8', 0, body.length - 1));
        break;
      case MESSAGE.emptyQuery:
        if (run) complete(run, '');
        break;
      case MESSAGE.copyIn:
        this.#fail(new DatabaseError({ message: 'COPY FROM STDIN cannot be sent this way', code: '0A000' }));
        break;
      case MESSAGE.error: {
        const error = new DatabaseError(errorFields(body));
        if (run) run.error ??= error;
        else this.#fail(error);
        break;
      }
      case MESSAGE.readyForQuery:
        this.#ready(body[0] === IDLE);
        break;
      case MESSAGE.authentication:
        this.#authenticate(body.readInt32BE(0));
        break;
      default:
        break;
    }
  }

  #authenticate(method: number): void {
    if (method === AUTHENTICATION_OK) return;
    if (method === CLEARTEXT_PASSWORD)
      this.#socket.write(new MessageWriter().password(this.#login.password).take());
    else this.#fail(new Error(`the database asks for authentication method ${method}`));
  }

  #ready(isIdle: boolean): void {
    if (this.#opened) {
      this.#opened.resolve(this);
      this.#opened = null;
      return;
    }
    // A broken transaction, or one the caller left open, must not reach the next request.
    if (!isIdle) {
      this.#socket.write(new MessageWriter().query('ROLLBACK').take());
      return;
    }
    const run = this.#run;
    this.#run = null;
    if (!run) return;
    if (run.error) run.reject(run.error);
    else run.resolve(run.results);
  }

  #fail(error: Error): void {
    this.#isClosed = true;
    this.#socket.destroy();
    this.#opened?.reject(error);
    this.#opened = null;
    const run = this.#run;
    this.#run = null;
    run?.reject(run.error ?? error);
  }
}

function complete(run: Run, tag: string): void {
  const isOurs = run.isTransaction && (run.seen === 0 || run.seen > run.expected);
  run.seen += 1;
  if (isOurs || run.error) return;
  const words = tag.split(' ');
  const count = words.length > 1 ? Number(words.at(-1)) : Number.NaN;
  run.results.push(
    `{"command":"${words[0]}","rowCount":${Number.isNaN(count) ? 'null' : count},"rowAsArray":true,` +
      `"fields":${run.fields},"rows":[${run.rows.join(',')}]}`,
  );
  run.fields = '[]';
  run.rows = [];
}
