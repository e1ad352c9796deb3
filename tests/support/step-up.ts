// Companies that ask for a confirmation of identity, and sessions that gave it long ago.
import { sql } from '#server/database/sql.ts'
import { password, type TestApp } from '#tests/support/app.ts'

export const required = '/problems/confirmation_required'
export const byPerson = '/problems/confirmation_by_person'

type Whole = Pick<TestApp, 'ask' | 'tamper'>

/** The company asks from this amount on; null: never. */
export const asksFrom = (app: Whole, companyId: string, minor: number | null, currency = 'EUR') =>
  app.tamper(sql`update company set step_up_from_minor = ${minor},
    step_up_currency = ${minor === null ? null : currency} where company_id = ${companyId}`)

/** Every session took its steps so many seconds earlier than it did. */
export const signedInBefore = (app: Whole, seconds = 3600) =>
  app.tamper(sql`update session set amr = (
    select jsonb_agg(jsonb_set(step, '{timestamp}', to_jsonb((step ->> 'timestamp')::bigint - ${seconds}::bigint)))
    from jsonb_array_elements(amr) as steps (step))`)

export const confirmWith = (app: Whole, as: string | undefined, typed = password) =>
  app.ask('/api/account/confirmations/password', { method: 'POST', as, body: { password: typed } })

export const threshold = async (app: Whole, as: string | undefined) =>
  (await app.ask('/api/company/step-up', { as })).body

export const choose = async (app: Whole, as: string | undefined, fromMinor: string | null, seen?: string) =>
  app.ask('/api/company/step-up', {
    method: 'PUT',
    as,
    body: { fromMinor, seen: seen ?? (await threshold(app, as)).version ?? '' },
  })
