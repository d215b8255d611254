import * as z from 'zod/mini';

export interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  [keyword: string]: unknown;
}

type Direction = 'input' | 'output';

/** What has fields or values of its own is worth a name; a text or a number is not. */
const WORTH_A_NAME = new Set<string>(['object', 'enum', 'union']);

/**
 * Shapes as JSON Schema. Those with a name stand once, and are referred to; what is sent and what comes back may differ in
 * a shape that both have, since a field with a default may be left out on the way in alone.
 */
export class Shapes {
  readonly #registry = z.registry<{ id: string }>();
  readonly #names = new Set<string>();
  readonly #formats: ReadonlyMap<unknown, string>;
  readonly #found: Record<Direction, Map<string, Schema>> = { input: new Map(), output: new Map() };

  /** @param formats texts that are more than one, by what they are. */
  constructor(formats: Readonly<Record<string, z.ZodMiniType>>) {
    this.#formats = new Map(Object.entries(formats).map(([format, shape]) => [shape, format]));
  }

  /** Gives a shape a name, unless it has one or another has it. */
  call(shape: z.ZodMiniType, name: string): void {
    const id = name[0]!.toUpperCase() + name.slice(1);
    if (!WORTH_A_NAME.has(shape.def.type) || this.#registry.has(shape) || this.#names.has(id)) return;
    this.#names.add(id);
    this.#registry.add(shape, { id });
  }

  /** As it is sent. */
  given = (shape: z.ZodMiniType): Schema => this.#schemaOf(shape, 'input');

  /** As it comes back: fields with a default are always there, and others may come. */
  answered = (shape: z.ZodMiniType): Schema => this.#schemaOf(shape, 'output');

  #schemaOf(shape: z.ZodMiniType, io: Direction): Schema {
    const formats = this.#formats;
    const made = z.toJSONSchema(shape, {
      io,
      unrepresentable: 'any',
      metadata: this.#registry,
      override: ({ zodSchema, jsonSchema }) => {
        const format = formats.get(zodSchema);
        if (format) jsonSchema.format = format;
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
        // The bounds of what a number can say exactly are none of the field's.
        if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    });
    const { $schema: _dialect, $defs = {}, ...schema } = made as Schema & { $defs?: Record<string, Schema> };
    for (const [name, one] of Object.entries($defs)) this.#found[io].set(name, directed(one, io));
    return directed(schema, io);
  }

  /** The document with what it refers to: a shape that differs on its two ways stands twice, as `X` and as `XGiven`. */
  finish<D extends { components: { schemas: object } }>(document: D): D {
    const { input, output } = this.#found;
    const differing = differingOf(input, output);
    const schemas = {
      ...Object.fromEntries([...input].map(([name, one]) => [nameOf(name, differing, 'input'), one])),
      ...Object.fromEntries(output),
      ...document.components.schemas,
    };
    const whole = { ...document, components: { ...document.components, schemas } };
    const text = JSON.stringify(whole).replace(
      DIRECTED,
      (_, name: string, io: Direction) => `"#/components/schemas/${nameOf(name, differing, io)}"`,
    );
    return JSON.parse(text) as D;
  }
}

const REFERENCE = /"#\/\$defs\/(\w+)"/g;
const DIRECTED = /"#\/\$defs\/(\w+):(input|output)"/g;

/** A schema whose references say which way it goes. */
const directed = (schema: Schema, io: Direction): Schema =>
  JSON.parse(JSON.stringify(schema).replace(REFERENCE, `"#/$defs/$1:${io}"`)) as Schema;

const nameOf = (name: string, differing: ReadonlySet<string>, io: Direction): string =>
  io === 'input' && differing.has(name) ? `${name}Given` : name;

/** Of shapes that are sent and come back, those that differ: in themselves, or in what they refer to. */
function differingOf(input: ReadonlyMap<string, Schema>, output: ReadonlyMap<string, Schema>): Set<string> {
  const both = [...input.keys()].filter((name) => output.has(name));
  // That others may come is no difference to whoever sends.
  const words = (one: Schema | undefined) =>
    JSON.stringify(one)
      .replaceAll('"additionalProperties":false', '')
      .replace(DIRECTED, '"$1"')
      .replaceAll(',}', '}');
  const differing = new Set(both.filter((name) => words(input.get(name)) !== words(output.get(name))));
  const refers = (name: string) =>
    [...JSON.stringify(output.get(name)).matchAll(DIRECTED)].some(([, other]) => differing.has(other!));
  for (let more: string[] = both; more.length > 0;) {
    more = both.filter((name) => !differing.has(name) && refers(name));
    for (const name of more) differing.add(name);
  }
  return differing;
}
