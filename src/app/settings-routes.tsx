/** Routes beyond a company's settings: its approval flows, its ledger accounts and exchange rates, its own sign-in, its webhooks, its mailbox with what waits of it, its imports and its journal. */
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { parseDraftSearch, parseVersionSearch } from '#app/flow-search.ts'
import { requireAdmin } from '#app/guards.ts'
import { parseImportSearch } from '#app/import-search.ts'
import { latePage } from '#app/late-page.ts'
import { searchFor } from '#app/list-search.ts'
import { ahead } from '#app/root-route.tsx'
import type { eventList } from '#features/audit/list.ts'

export const settingsRoutes = <Area extends AnyRoute>(area: () => Area) =>
  [
    createRoute({
      getParentRoute: area,
      path: 'settings/flows',
      staticData: { title: 'Flujos de aprobación' },
      validateSearch: parseVersionSearch,
      loader: ({ cause }) =>
        ahead(cause, async () => (await import('#features/flows/web/queries.ts')).readFlowsAhead()),
      component: latePage(() => import('#features/flows/web/flows-page.tsx'), 'FlowsPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'settings/flows/draft',
      beforeLoad: requireAdmin,
      staticData: { title: 'Borrador del flujo' },
      validateSearch: parseDraftSearch,
      component: latePage(() => import('#features/flows/web/draft-page.tsx'), 'DraftPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'settings/flows/simulation',
      staticData: { title: 'Probar el borrador' },
      component: latePage(() => import('#features/simulation/web/simulation-page.tsx'), 'SimulationPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'received-invoices/quarantine',
      staticData: { title: 'Cuarentena' },
      component: latePage(() => import('#features/mailboxes/web/quarantine-page.tsx'), 'QuarantinePage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'settings/audit',
      staticData: { title: 'Auditoría' },
      validateSearch: searchFor<typeof eventList, 'event'>(),
      component: latePage(() => import('#features/audit/web/events-page.tsx'), 'EventsPage'),
    }),
  ] as const

/** Routes of API tokens and webhooks, by which other programs read. */
export const programPages = <Area extends AnyRoute>(area: () => Area) =>
  [
    createRoute({
      getParentRoute: area,
      path: 'settings/tokens',
      staticData: { title: 'Claves de API' },
      component: latePage(() => import('#features/tokens/web/company-tokens-page.tsx'), 'CompanyTokensPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'settings/webhooks',
      staticData: { title: 'Webhooks' },
      component: latePage(() => import('#features/webhooks/web/webhooks-page.tsx'), 'WebhooksPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'settings/webhooks/$webhookId',
      staticData: { title: 'Webhook' },
      component: latePage(() => import('#features/webhooks/web/webhook-page.tsx'), 'WebhookPage'),
    }),
  ] as const

/** Routes of ledger accounts and exchange rates. */
export const tablePages = <Area extends AnyRoute>(area: () => Area) =>
  [
    createRoute({
      getParentRoute: area,
      path: 'settings/accounts',
      staticData: { title: 'Cuentas contables' },
      component: latePage(
        () => import('#features/closings/web/ledger-accounts-page.tsx'),
        'LedgerAccountsPage',
      ),
    }),
    createRoute({
      getParentRoute: area,
      path: 'settings/exchange-rates',
      staticData: { title: 'Tipos de cambio' },
      component: latePage(
        () => import('#features/exchange-rates/web/exchange-rates-page.tsx'),
        'ExchangeRatesPage',
      ),
    }),
  ] as const

/** Route of the company's own sign-in and of its directory. */
export const signInPages = <Area extends AnyRoute>(area: () => Area) =>
  [
    createRoute({
      getParentRoute: area,
      path: 'settings/sign-in',
      staticData: { title: 'Inicio de sesión de la empresa' },
      component: latePage(() => import('#app/pages/company-access-page.tsx'), 'CompanyAccessPage'),
    }),
  ] as const

/** Routes of imports. */
export const importPages = <Area extends AnyRoute>(area: () => Area) =>
  [
    createRoute({
      getParentRoute: area,
      path: 'settings/imports',
      staticData: { title: 'Importar' },
      validateSearch: parseImportSearch,
      component: latePage(() => import('#features/imports/web/imports-page.tsx'), 'ImportsPage'),
    }),
    createRoute({
      getParentRoute: area,
      path: 'settings/imports/$importId',
      staticData: { title: 'Importación' },
      component: latePage(() => import('#features/imports/web/import-page.tsx'), 'ImportPage'),
    }),
  ] as const

/** Routes of the mailbox, and of what waits of it. */
export const mailboxPages = <Area extends AnyRoute>(area: () => Area) =>
  [
    createRoute({
      getParentRoute: area,
      path: 'settings/mailbox',
      staticData: { title: 'Buzón de facturas' },
      component: latePage(() => import('#features/mailboxes/web/mailbox-page.tsx'), 'MailboxPage'),
    }),
  ] as const
