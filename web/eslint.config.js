import { readdirSync } from 'node:fs';
import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const features = readdirSync(new URL('./src/features', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** Who may import whom: app -> features, shared; a feature -> itself and shared; shared -> shared. */
const zones = [
  { target: './src/shared', from: ['./src/features', './src/app'], message: 'shared knows no feature and no page.' },
  { target: './src/features', from: './src/app', message: 'A feature knows no page.' },
  ...features.map((name) => ({
    target: `./src/features/${name}`,
    from: './src/features',
    except: [`./${name}`],
    message: 'Features meet in app/routes, never inside each other.',
  })),
];

const textAttributes = 'label|placeholder|title|aria-label|description|alt|error';
const literals = [
  { selector: 'JSXText[value=/[A-Za-zÀ-ú]{2,}/]', message: 'Texts stand in shared/i18n.' },
  { selector: `JSXAttribute[name.name=/^(${textAttributes})$/] > Literal`, message: 'Texts stand in shared/i18n.' },
];

export default defineConfig(
  globalIgnores(['dist', 'coverage', 'node_modules', 'e2e/results']),
  js.configs.recommended,
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked, jsxA11y.flatConfigs.strict],
    plugins: { 'import-x': importX, 'react-hooks': reactHooks },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.app.json' })] },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'import-x/no-cycle': 'error',
      'import-x/no-restricted-paths': ['error', { basePath: import.meta.dirname, zones }],
      'no-restricted-syntax': ['error', ...literals],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  // The privacy policy is one long text with an operator's name in it.
  { files: ['src/shared/i18n/privacy.messages.ts'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: ['src/**/*.test.{ts,tsx}', 'src/shared/testing/**'],
    rules: {
      'no-restricted-syntax': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      'max-lines-per-function': 'off',
    },
  },
  {
    files: ['scripts/**/*.mjs', '*.js', '*.ts', '*.cjs', 'public/*.js'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        module: 'writable',
        window: 'readonly',
        document: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        MutationObserver: 'readonly',
      },
    },
  },
  { files: ['vite.config.ts', 'e2e/**/*.ts'], extends: [tseslint.configs.recommended] },
  // A fixture that needs no other is written with an empty pattern: the runner reads the names from it.
  { files: ['e2e/fixtures/test.ts'], rules: { 'no-empty-pattern': 'off' } },
);
