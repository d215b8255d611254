import { dirname, join, relative } from 'node:path';
import { directionProblem } from './directions.ts';
import { expressionProblem } from './expressions.ts';
import { runProblem } from './runs.ts';
import { nameProblem } from './vocabulary.ts';

interface Literal {
  value?: unknown;
}

/** As much as is needed of the syntax tree; oxlint exports no types of it. */
interface ImportLike {
  source: Literal | null;
  importKind?: 'type' | 'value';
  exportKind?: 'type' | 'value';
  specifiers?: { importKind?: 'type' | 'value' }[];
}

interface Context {
  filename: string;
  report(problem: { node: unknown; message: string }): void;
}

interface TemplateLike {
  tag: { type: string; name?: string };
  typeArguments?: { params: TypeLike[] } | null;
  quasi: { quasis: { value: { raw: string } }[] };
}

interface PropertyLike {
  kind: 'init' | 'get' | 'set';
}

interface LiteralLike {
  regex?: { pattern: string; flags: string } | null;
}

interface TypeLike {
  type: string;
  types?: TypeLike[];
}

type Visitor = Record<string, (node: ImportLike & TemplateLike & PropertyLike & LiteralLike) => void>;

interface Rule {
  create(context: Context): Visitor;
}

const ROOT = join(import.meta.dirname, '../..');

const belowRoot = (path: string): string => relative(ROOT, path).replaceAll('\\', '/');

function checkImport(context: Context, node: ImportLike, isType: boolean): void {
  const specifier = node.source?.value;
  if (typeof specifier !== 'string') return;
  const to = specifier.startsWith('.') ? belowRoot(join(dirname(context.filename), specifier)) : specifier;
  const problem = directionProblem(belowRoot(context.filename), to, isType);
  if (problem) context.report({ node, message: `${problem} (${to})` });
}

function importsTypesOnly({ importKind, specifiers = [] }: ImportLike): boolean {
  return (
    importKind === 'type' || (specifiers.length > 0 && specifiers.every((each) => each.importKind === 'type'))
  );
}

const direction: Rule = {
  create: (context) => ({
    ImportDeclaration: (node) => checkImport(context, node, importsTypesOnly(node)),
    ExportNamedDeclaration: (node) => checkImport(context, node, node.exportKind === 'type'),
    ExportAllDeclaration: (node) => checkImport(context, node, node.exportKind === 'type'),
    ImportExpression: (node) => checkImport(context, node, false),
    TSImportType: (node) => checkImport(context, node, true),
  }),
};

const vocabulary: Rule = {
  create: (context) => ({
    Program(node) {
      const problem = nameProblem(belowRoot(context.filename));
      if (problem) context.report({ node, message: problem });
    },
  }),
};

const expression: Rule = {
  create: (context) => ({
    TaggedTemplateExpression(node) {
      if (node.tag.name !== 'sql') return;
      const parts = node.quasi.quasis.map(({ value }) => value.raw);
      const problem = expressionProblem(belowRoot(context.filename), parts);
      if (problem) context.report({ node, message: problem });
      if (node.typeArguments?.params.some(isWritten))
        context.report({ node, message: 'the type of a row comes from its columns or a contract' });
    },
  }),
};

/** Whether a type spells out an object by hand. */
const isWritten = ({ type, types = [] }: TypeLike): boolean =>
  type === 'TSTypeLiteral' || types.some(isWritten);

/**
 * No getters in an object that the Worker writes: V8 gives each such object a shape of its own, which keeps all that the
 * getters see, a whole request, until the runtime stops to collect everything.
 */
const accessor: Rule = {
  create: (context) => ({
    Property(node) {
      if (node.kind !== 'get' && node.kind !== 'set') return;
      if (belowRoot(context.filename).startsWith('worker/'))
        context.report({ node, message: 'a getter of an object keeps its request in memory: a function' });
    },
  }),
};

/** The client waits for itself alone. */
const run: Rule = {
  create: (context) => ({
    Literal(node) {
      const problem = node.regex && runProblem(node.regex.pattern, node.regex.flags);
      if (problem && belowRoot(context.filename).startsWith('worker/'))
        context.report({ node, message: problem });
    },
  }),
};

export default { meta: { name: 'house' }, rules: { direction, vocabulary, expression, accessor, run } };
