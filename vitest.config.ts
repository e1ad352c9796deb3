import { defineConfig } from 'vitest/config'

// Two kinds of test: pure ones (rules, kernel, screens' functions) that need nothing and take milliseconds,
// and those on a real PostgreSQL, each file with a copy of one migrated template.
const pure = [
  'src/**/rules.test.ts',
  'src/**/rules/*.test.ts',
  'src/kernel/**/*.test.ts',
  'src/{app,ui}/**/*.test.ts',
  'src/features/*/{wire,web}/**/*.test.ts',
  'src/features/*/wire.test.ts',
  'src/server/config.test.ts',
  'tests/architecture.test.ts',
  'tests/specification.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      { test: { name: 'rules', include: pure } },
      {
        test: {
          name: 'database',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...pure, 'node_modules/**'],
          globalSetup: 'tests/support/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
