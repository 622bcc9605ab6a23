import { fileURLToPath } from 'node:url'
import tseslint from 'typescript-eslint'

// Biome reads one file at a time, but only a type checker finds a promise that nobody awaits. So ESLint runs these few rules with types.
export default tseslint.config(
  { ignores: ['**/node_modules', '**/dist', '.build', '.house/fixtures'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: ['.house/tsconfig.lint.json'], tsconfigRootDir: fileURLToPath(new URL('..', import.meta.url)) },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': ['error', { checkThenables: true }],
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
)
