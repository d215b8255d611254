/** Kinds of errors as RFC 7644, section 3.12, names them. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** What a directory is refused for the way it asks; what the product refuses is an error of the catalogue. */
export class ScimRefusal extends Error {
  readonly status: number;
  readonly type: ScimType | undefined;

  /** @param detail for whoever reads the directory's log; in English, as all messages of the wire */
  constructor(type: ScimType | undefined, detail: string, status = 400) {
    super(detail);
    this.type = type;
    this.status = status;
  }
}
