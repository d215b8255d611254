import { type ESTree, type Plugin, Visitor } from 'vite';

/** What a declaration says to the Worker and the documentation alone. */
const ELSEWHERE = new Set(['summary', 'params', 'response']);
/** What a browser checks itself, but seldom on its first screen. */
const LATER = new Set(['query', 'body']);

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

/** What comes in place of a stretch of the code. */
type Edit = [start: number, end: number, text: string];

/**
 * Leaves out of the contracts what no browser reads: answers are judged where they are made. Shapes that it checks are made
 * when they are first asked for, and those that nothing uses not at all: hundreds of them cost a phone a tenth of a second.
 */
export function contractsForClients(): Plugin {
  return {
    name: 'contracts-for-clients',
    transform: {
      filter: { id: /\/worker\/(?:\w+\/)+contract\.ts$/ },
      handler(code) {
        const edits: Edit[] = [];
        for (const node of this.parse(code).body) {
          const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
          if (declared?.type !== 'VariableDeclaration') continue;
          edits.push(...callsWithoutEffect(declared), ...declarationsWithoutShapes(declared));
        }
        return { code: edited(code, edits), map: null };
      },
    },
  };
}

/** Says of each call outside of a function that it may be left out with what it makes. */
function callsWithoutEffect(declared: ESTree.VariableDeclaration): Edit[] {
  const edits: Edit[] = [];
  let depth = 0;
  const enter = () => void (depth += 1);
  const exit = () => void (depth -= 1);
  new Visitor({
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': exit,
    FunctionExpression: enter,
    'FunctionExpression:exit': exit,
    CallExpression({ start }) {
      if (depth === 0) edits.push([start, start, '/* @__PURE__ */ ']);
    },
  }).visit({ type: 'Program', body: [declared] } as unknown as ESTree.Program);
  return edits;
}

function declarationsWithoutShapes(declared: ESTree.VariableDeclaration): Edit[] {
  const edits: Edit[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [declaration] }) {
      if (callee.type !== 'Identifier' || !DECLARES.has(callee.name)) return;
      if (declaration?.type === 'ObjectExpression') edits.push(...withoutShapes(declaration));
    },
  }).visit({ type: 'Program', body: [declared] } as unknown as ESTree.Program);
  return edits;
}

function withoutShapes({ properties }: ESTree.ObjectExpression): Edit[] {
  return properties.flatMap((property, place): Edit[] => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
    const { start, value } = property;
    const { name } = property.key;
    if (ELSEWHERE.has(name)) return [[start, properties[place + 1]?.start ?? property.end, '']];
    if (!LATER.has(name)) return [];
    const keep = `; Object.defineProperty(this, '${name}', { value }); return value; }`;
    return [
      [start, value.start, `get ${name}() { const value = `],
      [value.end, value.end, keep],
    ];
  });
}

function edited(code: string, edits: readonly Edit[]): string {
  const left = edits.filter(([, , text]) => text === '');
  return edits
    .filter(([start, , text]) => text === '' || !left.some((one) => start >= one[0] && start < one[1]))
    .toSorted(([one], [other]) => other - one)
    .reduce((text, [start, end, replacement]) => text.slice(0, start) + replacement + text.slice(end), code);
}
