import { defineConfig } from 'oxlint';

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise', 'vitest'],
  jsPlugins: ['./tools/lint/house.ts'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist/**', '.data/**', 'test-results/**'],
  rules: {
    'house/direction': 'error',
    'house/vocabulary': 'error',
    'house/expression': 'error',
    'house/accessor': 'error',
    'house/run': 'error',
    // A type's circle too: its name belongs in the file that both read.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    // Spreading a string counts characters as people do, which is what a length rule wants.
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
    'eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'eslint/eqeqeq': 'error',
    'eslint/no-var': 'error',
    'eslint/prefer-const': 'error',
    // JSON and rows of the database come in untyped; the assertion names what they are.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/consistent-return': 'off',
    'promise/always-return': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-sort': 'off',
    // Knows windows only, not worker threads.
    'unicorn/require-post-message-target-origin': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'eslint/no-underscore-dangle': 'off',
    // JSX compiles to the automatic runtime.
    'react/react-in-jsx-scope': 'off',
    // Rich messages take their tags as functions, which the rule mistakes for components.
    'react/no-unstable-nested-components': 'off',
    'react/set-state-in-effect': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    // Tables and lists name their roles again, since styles of layout take the implicit ones away.
    'jsx-a11y/no-redundant-roles': 'off',
    'jsx-a11y/no-interactive-element-to-noninteractive-role': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    // Tests extend `test` with fixtures, which these rules do not follow.
    'vitest/no-standalone-expect': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/require-to-throw-message': 'off',
  },
  overrides: [
    { files: ['worker/**', 'web/**'], rules: { 'eslint/max-lines': ['error', { max: 500 }] } },
    {
      files: ['web/**'],
      rules: {
        'eslint/no-restricted-imports': [
          'error',
          {
            paths: [
              { name: 'react', importNames: ['lazy'], message: 'a part comes later by lib/page/later.tsx' },
              {
                name: '@mantine/core',
                message:
                  'a control is of ui/control/, a dialog ui/dialog/dialog.tsx, a choice with a search of ui/control/search/',
              },
              {
                name: 'react-router',
                importNames: ['useBlocker'],
                message: 'what would be lost is asked about by ui/dialog/ask-before-leaving.tsx',
              },
            ],
          },
        ],
        'react/forbid-elements': [
          'error',
          { forbid: [{ element: 'dialog', message: 'what lies over a page is of ui/dialog/' }] },
        ],
      },
    },
    { files: ['web/ui/dialog/bare-dialog.tsx'], rules: { 'react/forbid-elements': 'off' } },
    {
      files: [
        'web/lib/page/later.tsx',
        'web/ui/dialog/ask-before-leaving.tsx',
        // What is left of Mantine, in a frame of its own.
        'web/ui/rich-text/frame/*',
      ],
      rules: { 'eslint/no-restricted-imports': 'off' },
    },
    {
      files: ['worker/**'],
      rules: { 'eslint/no-console': 'error', 'eslint/max-lines-per-function': ['error', { max: 60 }] },
    },
    { files: ['worker/platform/**'], rules: { 'eslint/no-console': 'off' } },
  ],
});
