import { readFileSync } from 'node:fs';
import { type ESTree, parseSync, type Plugin, Visitor } from 'vite';

/** What a declaration says to the Worker and the documentation alone. */
const ELSEWHERE = new Set(['summary', 'params', 'response', 'readAs']);
/** What a browser checks itself, where somebody fills a form in or filters a list. */
const CHECKED = new Set(['query', 'body']);

/** What declares an endpoint: alone, or as one of a family (uploads, pictures). */
const DECLARES = new Set([
  'endpoint',
  'beginUpload',
  'partsOfUpload',
  'completeUpload',
  'removeFile',
  'uploadPhoto',
  'removePhoto',
]);

/** What takes an endpoint as its first argument and only calls it. */
const CALLS = new Set(['useData', 'useAction', 'useConfirmedAction', 'call', 'earlyAnswer']);
/** What asks for the shape of the query when the address has one. */
const LISTS = 'useListState';
/** By which names a part is told what it reads its choices from. */
const READ_BY_PARTS = new Set(['endpoint', 'one']);

/** What comes in place of a stretch of the code. */
type Edit = [start: number, end: number, text: string];

/**
 * Leaves out of the contracts what no browser reads: answers are judged where they are made. What it checks itself stands in
 * a second module of each contract, which whoever has a form imports in place of the first: a screen that is only read needs
 * neither the shapes nor the library they are made with. An endpoint is the same object in both.
 */
export function contractsForClients(): Plugin {
  return {
    name: 'contracts-for-clients',
    resolveId: {
      filter: { id: /\?shapes$|\/contract\.shapes\.ts$/ },
      async handler(source, importer) {
        const found = await this.resolve(withoutShapes(source).replace(/\?shapes$/, ''), importer);
        return found && withShapes(found.id);
      },
    },
    load: {
      filter: { id: SHAPES },
      handler(id) {
        this.addWatchFile(withoutShapes(id));
        return readFileSync(withoutShapes(id), 'utf8');
      },
    },
    transform: {
      filter: { id: [CONTRACT, SHAPES, /\/web\/(?!build\/).*\.tsx?$/] },
      async handler(code, id) {
        if (SHAPES.test(id)) return { code: edited(code, shapesOnly(this.parse(code), code)), map: null };
        if (CONTRACT.test(id)) return { code: edited(code, callsOnly(this.parse(code))), map: null };
        if (!code.includes('#contract/')) return null;
        const endpointsOf = async (source: string) => {
          const found = await this.resolve(source, id);
          return found ? declaredIn(found.id) : new Map<string, Declared>();
        };
        return {
          code: edited(code, await withWhatIsChecked(this.parse(code), code, endpointsOf)),
          map: null,
        };
      },
    },
  };
}

const CONTRACT = /\/worker\/(?:\w+\/)+contract\.ts$/;
const SHAPES = /\/worker\/(?:\w+\/)+contract\.shapes\.ts$/;
const withShapes = (id: string): string => id.replace(/contract\.ts$/, 'contract.shapes.ts');
const withoutShapes = (id: string): string => id.replace(/contract\.shapes\.ts$/, 'contract.ts');

/** An endpoint as its contract declares it. */
interface Declared {
  isRead: boolean;
}

const declared = new Map<string, Map<string, Declared>>();

/** The endpoints of a contract that have something to be checked, by their names. */
function declaredIn(id: string): Map<string, Declared> {
  const known = declared.get(id);
  if (known) return known;
  const found = new Map<string, Declared>();
  const { program } = parseSync(id, readFileSync(id, 'utf8'));
  for (const [name, { properties }] of declarationsOf(program)) {
    const values = new Map(
      properties.map((one) => [nameOf(one), one.type === 'Property' ? one.value : null]),
    );
    const method = values.get('method');
    if ([...CHECKED].some((one) => values.has(one)))
      found.set(name, { isRead: method?.type === 'Literal' && method.value === 'GET' });
  }
  declared.set(id, found);
  return found;
}

/** Each `export const name = endpoint({ … })`. */
function declarationsOf({
  body,
}: ESTree.Program): [string, ESTree.ObjectExpression, ESTree.CallExpression][] {
  return body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration') return [];
    return node.declaration.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return [];
      const [declaration] = init.arguments;
      return declares(init) && declaration?.type === 'ObjectExpression'
        ? [[id.name, declaration, init] as [string, ESTree.ObjectExpression, ESTree.CallExpression]]
        : [];
    });
  });
}

const declares = ({ callee }: ESTree.CallExpression): boolean =>
  callee.type === 'Identifier' && DECLARES.has(callee.name);

const nameOf = (property: ESTree.Node): string =>
  property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : '';

/** What is needed to call the endpoints of a contract. */
function callsOnly(program: ESTree.Program): Edit[] {
  const edits: Edit[] = [];
  for (const node of variablesOf(program)) {
    edits.push(...callsWithoutEffect(node));
    new Visitor({
      CallExpression(call) {
        const [declaration] = call.arguments;
        if (declares(call) && declaration?.type === 'ObjectExpression')
          edits.push(...left(declaration, (name) => ELSEWHERE.has(name) || CHECKED.has(name)));
      },
    }).visit({ type: 'Program', body: [node] } as unknown as ESTree.Program);
  }
  return edits;
}

/** What is checked before the endpoints of a contract are called: made when it is first asked for, and put to them. */
function shapesOnly(program: ESTree.Program, code: string): Edit[] {
  const edits: Edit[] = [];
  const names: string[] = [];
  for (const node of program.body)
    if (node.type === 'ImportDeclaration' && node.source.value.endsWith('/contract.ts'))
      edits.push([node.source.start, node.source.end, JSON.stringify(withShapes(node.source.value))]);
  for (const [name, { properties }, { start, end }] of declarationsOf(program)) {
    const shapes = properties.flatMap((one) =>
      one.type === 'Property' && CHECKED.has(nameOf(one))
        ? [`${nameOf(one)}: () => ${code.slice(one.value.start, one.value.end)}`]
        : [],
    );
    names.push(`${name} as $${name}`);
    edits.push([start, end, `/* @__PURE__ */ $shaped($${name}, { ${shapes.join(', ')} })`]);
  }
  for (const node of variablesOf(program)) edits.push(...callsWithoutEffect(node));
  if (names.length === 0) return edits;
  edits.push([
    0,
    0,
    `import { ${names.join(', ')} } from './contract.ts';
const $shaped = (endpoint, shapes) => {
  for (const [name, make] of Object.entries(shapes)) {
    let shape;
    Object.defineProperty(endpoint, name, { get: () => (shape ??= make()), configurable: true, enumerable: true });
  }
  return endpoint;
};
`,
  ]);
  return edits;
}

const variablesOf = ({ body }: ESTree.Program): ESTree.VariableDeclaration[] =>
  body.flatMap((node) => {
    const variables = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
    return variables?.type === 'VariableDeclaration' ? [variables] : [];
  });

/**
 * Says of what is made outside of functions that it may be left out where nobody uses it: of each call, and of the whole
 * where something is read for it, which may do anything.
 */
function callsWithoutEffect({ declarations }: ESTree.VariableDeclaration): Edit[] {
  return declarations.flatMap(({ init }) => {
    if (!init) return [];
    const calls: Edit[] = [];
    let depth = 0;
    let isRead = false;
    const enter = () => void (depth += 1);
    const exit = () => void (depth -= 1);
    new Visitor({
      ArrowFunctionExpression: enter,
      'ArrowFunctionExpression:exit': exit,
      FunctionExpression: enter,
      'FunctionExpression:exit': exit,
      CallExpression({ start }) {
        if (depth === 0) calls.push([start, start, '/* @__PURE__ */ ']);
      },
      SpreadElement() {
        if (depth === 0) isRead = true;
      },
      MemberExpression() {
        if (depth === 0) isRead = true;
      },
    }).visit({
      type: 'Program',
      body: [{ type: 'ExpressionStatement', expression: init }],
    } as unknown as ESTree.Program);
    return isRead
      ? [[init.start, init.start, '/* @__PURE__ */ (() => ('] as Edit, [init.end, init.end, '))()'] as Edit]
      : calls;
  });
}

const left = ({ properties }: ESTree.ObjectExpression, isLeft: (name: string) => boolean): Edit[] =>
  properties.flatMap((property, place) =>
    isLeft(nameOf(property))
      ? [[property.start, properties[place + 1]?.start ?? property.end, ''] as Edit]
      : [],
  );

/**
 * Of a module of the client: takes the endpoints from the shapes that it does more with than to call them, and says to a list
 * where the shape of its query is.
 */
async function withWhatIsChecked(
  program: ESTree.Program,
  code: string,
  endpointsOf: (source: string) => Promise<Map<string, Declared>>,
): Promise<Edit[]> {
  const edits: Edit[] = [];
  for (const node of program.body) {
    if (node.type !== 'ImportDeclaration' || !node.source.value.startsWith('#contract/')) continue;
    const endpoints = await endpointsOf(node.source.value);
    const shapes = JSON.stringify(`${node.source.value}?shapes`);
    const checked: string[] = [];
    for (const specifier of node.specifiers) {
      if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') continue;
      const { name } = specifier.imported;
      const endpoint = endpoints.get(name);
      if (!endpoint) continue;
      const uses = usesOf(program, specifier.local.name);
      if (!uses.every((use) => isCall(use) || isList(use) || (endpoint.isRead && isOfPart(use)))) {
        checked.push(code.slice(specifier.start, specifier.end));
        edits.push([specifier.start, specifier.end, `${name} as $${specifier.local.name}`]);
        continue;
      }
      for (const { node: use } of uses.filter(isList))
        edits.push([use.end, use.end, `, () => import(${shapes}).then((it) => it.${name})`]);
    }
    if (checked.length > 0)
      edits.push([node.end, node.end, `\nimport { ${checked.join(', ')} } from ${shapes};`]);
  }
  return edits;
}

interface Use {
  node: ESTree.Node;
  parents: readonly ESTree.Node[];
}

const isCall = ({ node, parents }: Use): boolean => {
  const [parent] = parents;
  if (parent?.type === 'MemberExpression')
    return parent.property.type === 'Identifier' && !CHECKED.has(parent.property.name);
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== node) return false;
  return parent.callee.type === 'Identifier' && CALLS.has(parent.callee.name);
};

const isList = ({ node, parents: [parent] }: Use): boolean =>
  parent?.type === 'CallExpression' &&
  parent.arguments[0] === node &&
  parent.callee.type === 'Identifier' &&
  parent.callee.name === LISTS;

/** As the property of an element. */
const isOfPart = ({ parents: [property, , call] }: Use): boolean =>
  property?.type === 'Property' &&
  READ_BY_PARTS.has(nameOf(property)) &&
  call?.type === 'CallExpression' &&
  call.callee.type === 'Identifier' &&
  /jsx/.test(call.callee.name);

/** Where a name is used outside of its import, with what is around it, the nearest first. */
function usesOf(program: ESTree.Program, name: string): Use[] {
  const uses: Use[] = [];
  const visit = (node: ESTree.Node, parents: readonly ESTree.Node[]): void => {
    if (node.type === 'ImportDeclaration') return;
    if (node.type === 'Identifier' && node.name === name && !isName(node, parents[0]))
      uses.push({ node, parents });
    for (const value of Object.values(node) as unknown[])
      for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
        if (isNode(one)) visit(one, [node, ...parents]);
  };
  visit(program, []);
  return uses;
}

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** `it.name` and `{ name: … }` are of something else. */
const isName = (node: ESTree.Node, parent: ESTree.Node | undefined): boolean =>
  (parent?.type === 'MemberExpression' && !parent.computed && parent.property === node) ||
  (parent?.type === 'Property' && !parent.shorthand && parent.key === node);

function edited(code: string, edits: readonly Edit[]): string {
  const gone = edits.filter(([start, end]) => start < end);
  return edits
    .filter((one) => !gone.some((other) => other !== one && one[0] >= other[0] && one[1] <= other[1]))
    .toSorted(([one], [other]) => other - one)
    .reduce((text, [start, end, replacement]) => text.slice(0, start) + replacement + text.slice(end), code);
}
