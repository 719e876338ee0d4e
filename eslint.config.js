import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig } from 'eslint/config'
import ts from 'typescript-eslint'

export default defineConfig(
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-self-compare': 'error',
      'no-unmodified-loop-condition': 'error',
      'object-shorthand': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // What the compilers find, svelte-check says.
      'no-undef': 'off',
      'svelte/no-unused-svelte-ignore': 'off',
      // Views of games have the form that each game gives them.
      '@typescript-eslint/no-explicit-any': 'off',
      // What is not drawn is kept in plain Maps and Sets.
      'svelte/prefer-svelte-reactivity': 'off',
      // A space that must not get lost is written {' '}.
      'svelte/no-useless-mustaches': 'off',
    },
  },
)
