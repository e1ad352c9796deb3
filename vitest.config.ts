import { defineConfig } from 'vitest/config'

/** Rules, kernel, screens' functions: they need nothing and take milliseconds. */
const pure = [
  'src/**/rules.test.ts',
  'src/**/rules/*.test.ts',
  'src/kernel/**/*.test.ts',
  'src/{app,ui}/**/*.test.ts',
  'src/features/*/tests/{wire,web}/**/*.test.ts',
  'src/features/*/tests/wire.test.ts',
  'src/privacy/tests/removal-steps.test.ts',
  'src/server/config{,-refused}.test.ts',
  'src/server/xml/*.test.ts',
  'src/features/invoices/tests/readers/{xml,qr-address,text-fields}.test.ts',
  'src/features/{bank,mailboxes}/tests/readers/*.test.ts',
  'build/*.test.ts',
  'tests/architecture.test.ts',
  'tests/releases.test.ts',
  'tests/workflows.test.ts',
  'tests/specification.test.ts',
  'tests/security-page.test.ts',
  'tests/operations-page.test.ts',
  'tests/licences.test.ts',
]

/** They replace a module, see how one is loaded or leave something behind in one: each has modules of its own. */
const alone = [
  'src/app/schemas-without-eval.test.ts',
  'src/features/approvals/tests/web/decisions.test.ts',
  'src/features/executions/tests/web/text.test.ts',
  // The official client keeps the keys of a server it has seen.
  'src/features/identity/tests/shared-storage.test.ts',
  // All threads of the process are counted.
  'src/server/auth/password-worker.test.ts',
  // The clock moves forward, and never back.
  'src/features/cost-centres/tests/new-year.test.ts',
  'src/features/webhooks/tests/{delays,tries}.test.ts',
  'src/server/http/dev.test.ts',
  'src/ui/constants.test.ts',
]

/**
 * Programs that are cut, killed, started twice or given ten thousand orders; statements steered one by one; threads that
 * read untrusted files; random lives; whatever a schema lets through: `npm run test:all`.
 */
const long = [
  'tests/faults/**/*.test.ts',
  'tests/speed/**/*.test.ts',
  'tests/description/{generated,python}-client.test.ts',
  'tests/security/accepted-input.test.ts',
  'src/features/*/tests/{changed-rows,flow-model,lock-order,model,permutations,schedules}.test.ts',
  'src/features/invoices/tests/reading.test.ts',
  'src/features/files/tests/pictures.test.ts',
  'src/server/{embedded/embedded-postgres,http/list-file,pictures/pictures}.test.ts',
]

/** Each takes minutes, or a machine that does nothing else: `npm run nightly`. */
const slowest = [
  'tests/faults/{alerts,changed-secrets,ten-times-the-load}.test.ts',
  'tests/speed/growth-data.test.ts',
]
const atNight = process.env.RACES === 'all' ? [] : slowest

/** Files that a part of the tests leaves out, by spaces: a project does not hear `--exclude`. */
const leftOut = (process.env.TEST_LEFT_OUT ?? '').split(' ').filter(Boolean)

/** Real PostgreSQL, each file with a copy of one migrated template. */
const withDatabase = {
  globalSetup: 'tests/support/global-setup.ts',
  // Far beyond what a test takes: it fails where something does not come, not where a machine is slow.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    unstubEnvs: true,
    projects: [
      // Files of these two share their modules, which are loaded once for each worker.
      { test: { name: 'rules', include: pure, exclude: alone, isolate: false } },
      {
        test: {
          name: 'database',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...pure, ...alone, ...long, ...leftOut, 'node_modules/**'],
          isolate: false,
          ...withDatabase,
        },
      },
      { test: { name: 'alone', include: alone, ...withDatabase } },
      { test: { name: 'long', include: long, exclude: atNight, ...withDatabase } },
    ],
  },
})
