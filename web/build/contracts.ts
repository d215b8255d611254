import type { Plugin } from 'vite';

/** What a declaration says to the Worker and the documentation alone. */
const ELSEWHERE = new Set(['summary', 'params', 'response']);

/** Leaves out of the contracts what no browser reads: a twentieth of a screen. Answers are judged where they are made. */
export function contractsForClients(): Plugin {
  return {
    name: 'contracts-for-clients',
    transform: {
      filter: { id: /\/worker\/\w+\/contract\.ts$/ },
      handler(code) {
        const left: [start: number, end: number][] = [];
        for (const node of this.parse(code).body) {
          const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
          if (declared?.type !== 'VariableDeclaration') continue;
          for (const { init } of declared.declarations) {
            if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') continue;
            const [declaration] = init.arguments;
            if (init.callee.name !== 'endpoint' || declaration?.type !== 'ObjectExpression') continue;
            for (const [place, property] of declaration.properties.entries()) {
              if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
              if (!ELSEWHERE.has(property.key.name)) continue;
              const next = declaration.properties[place + 1];
              left.push([property.start, next ? next.start : property.end]);
            }
          }
        }
        const kept = left.reduceRight((text, [start, end]) => text.slice(0, start) + text.slice(end), code);
        return { code: kept, map: null };
      },
    },
  };
}
