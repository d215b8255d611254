const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;

type Bytes = Uint8Array<ArrayBuffer>;

/** A security key in software: what a browser sends for it, so that tests can also send what no browser would. */
export class Authenticator {
  readonly #keys: CryptoKeyPair;
  readonly #id = crypto.getRandomValues(new Uint8Array(16));
  counter = 0;

  private constructor(keys: CryptoKeyPair) {
    this.#keys = keys;
  }

  static async make(): Promise<Authenticator> {
    const keys = await crypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
    if (!('privateKey' in keys)) throw new Error('an asymmetric key comes as a pair');
    return new Authenticator(keys);
  }

  get id(): string {
    return base64url(this.#id);
  }

  /** The answer to registration options. */
  async create(options: { challenge: string }, origin: string) {
    const jwk = (await crypto.subtle.exportKey('jwk', this.#keys.publicKey)) as { x: string; y: string };
    // COSE: key type EC2, algorithm ES256, curve P-256, x, y.
    const cose = bytes(
      [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32],
      decode(jwk.x),
      [0x22, 0x58, 32],
      decode(jwk.y),
    );
    const attested = bytes(new Uint8Array(16), [0, this.#id.length], this.#id, cose);
    const data = bytes(await this.#header(origin, 0x41), attested);
    const attestation = bytes(
      [0xa3],
      [...cborText('fmt'), ...cborText('none'), ...cborText('attStmt'), 0xa0, ...cborText('authData')],
      [0x58, data.length],
      data,
    );
    return this.#credential({
      clientDataJSON: client('webauthn.create', options.challenge, origin),
      attestationObject: base64url(attestation),
      transports: ['usb'],
    });
  }

  /** The answer to sign-in options. */
  async get(options: { challenge: string }, origin: string) {
    this.counter += 1;
    const data = await this.#header(origin, 0x01);
    const clientDataJSON = client('webauthn.get', options.challenge, origin);
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', decode(clientDataJSON)));
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      this.#keys.privateKey,
      bytes(data, hash),
    );
    return this.#credential({
      clientDataJSON,
      authenticatorData: base64url(data),
      signature: base64url(derOf(new Uint8Array(signature))),
    });
  }

  #credential<R extends object>(response: R) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  async #header(origin: string, flags: number): Promise<Bytes> {
    const host = new TextEncoder().encode(new URL(origin).hostname);
    const rp = new Uint8Array(await crypto.subtle.digest('SHA-256', host));
    return bytes(rp, [flags, 0, 0, 0, this.counter]);
  }
}

function client(type: string, challenge: string, origin: string): string {
  return base64url(new TextEncoder().encode(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
}

/** The two halves of a signature as WebCrypto gives them, in DER as keys give them. */
function derOf(raw: Bytes): Bytes {
  const integer = (half: Bytes) => {
    const start = half.findIndex((byte) => byte !== 0);
    const trimmed = half.subarray(start);
    const value = trimmed[0]! & 0x80 ? [0, ...trimmed] : [...trimmed];
    return [2, value.length, ...value];
  };
  const body = [...integer(raw.subarray(0, 32)), ...integer(raw.subarray(32))];
  return bytes([0x30, body.length], body);
}

function bytes(...parts: (ArrayLike<number> & Iterable<number>)[]): Bytes {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const cborText = (text: string) => [0x60 + text.length, ...new TextEncoder().encode(text)];

function base64url(data: Uint8Array): string {
  return btoa(String.fromCharCode(...data))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function decode(text: string): Bytes {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
}
