type Catalogue = typeof import('#contract/errors');

let known: Catalogue | undefined;

/**
 * Brings the catalogue of errors, before the first that an answer tells of is thrown: what goes well needs none of it. Where
 * it cannot be had (a new release has taken its place) an error is told by its code, a field's by its message.
 */
export async function haveCatalogue(): Promise<void> {
  known ??= await import('#contract/errors').catch(() => undefined);
}

/** The catalogue, once it was wanted. */
export const catalogue = (): Catalogue | undefined => known;
