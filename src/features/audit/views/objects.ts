/** Objects of events: for each type, the facts that name it and lead to its page, found by its key. */
import type { Place } from '#features/audit/rules/object-page.ts'
import type { Piece } from '#features/audit/text/object-name.ts'
import type { ObjectType } from '#kernel/fact.ts'
import { type Part, part } from '#server/database/sql.ts'

/** `place` is null for an object that is gone, and whose name its event alone tells. */
export type ToldObject = { readonly name: readonly Piece[]; readonly place: Place | null }

/**
 * Id of an object whose key is a UUID; null where an event has another. Expects `event` as `e`. A query of its own: see
 * `survivorId`.
 */
const uuid = part`(select case when e.object_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then e.object_id::uuid end)`
const byText = part`o.company_id = e.company_id and o.id = e.object_id`
const byUuid = part`o.company_id = e.company_id and o.id = ${uuid}`
const person = part`(select ${told(part`nullif(trim(o.name || ' ' || o.last_name), '')`)} from account o where o.id = ${uuid})`

/** Object of one name, or of several pieces, that is there. */
function told(pieces: Part, place: Part = part`'{}'::jsonb`): Part {
  return part`jsonb_build_object('name', jsonb_build_array(${pieces}), 'place', ${place})`
}

/** Object by what its event tells of it, because it may be gone. */
const toldByEvent = (pieces: Part): Part => told(pieces, part`null`)

/** Query of an object for each type: a type without one does not compile. */
const objects: { readonly [type in ObjectType]: Part } = {
  document: part`(select ${told(part`o.name`, part`jsonb_build_object('projectId', o.project_id)`)}
    from document o where ${byText})`,
  contract: part`(select ${told(part`o.description`)} from contract o where ${byText})`,
  cost_centre: part`(select ${told(part`o.name`)} from cost_centre o where ${byUuid})`,
  payment_batch: part`(select ${told(part`jsonb_build_object('minor', o.amount_minor::text, 'currency', 'EUR'),
    jsonb_build_object('day', o.pay_on)`)} from payment_batch o where ${byText})`,
  project: part`(select ${told(part`o.name`)} from project o where ${byText})`,
  client: part`(select ${told(part`o.name`)} from client o where ${byUuid})`,
  provider: part`(select ${told(part`o.name`)} from provider o where ${byText})`,
  person,
  account: person,
  // One that ended is gone; its event was its own person's.
  session: part`coalesce(${person}, ${toldByEvent(part`coalesce(e.actor_name, (select nullif(trim(o.name || ' ' || o.last_name), '')
    from account o where o.id = e.actor_id))`)})`,
  invitation: part`(select ${told(part`coalesce(nullif(trim(o.name || ' ' || o.last_name), ''), o.email)`)}
    from invitation o where ${byUuid})`,
  delegation: part`(select ${told(part`trim(t.name || ' ' || t.last_name) || ' en nombre de ' || trim(f.name || ' ' || f.last_name)`)}
    from delegation o join account t on t.id = o.to_user join account f on f.id = o.from_user where ${byUuid})`,
  company: part`(select ${told(part`o.name`)} from company o where o.company_id = e.company_id)`,
  received_invoice: part`(select ${told(
    part`o.number, coalesce(p.name, o.issuer_name), case when o.number is null then f.name end`,
    part`jsonb_build_object('state', o.state, 'number', o.number)`,
  )} from received_invoice o left join provider p on p.company_id = o.company_id and p.id = o.provider_id
    left join file f on f.company_id = o.company_id and f.id = o.file_id where ${byUuid})`,
  bank_file: part`(select ${told(part`f.name`)} from bank_file o
    join file f on f.company_id = o.company_id and f.id = o.file_id where ${byUuid})`,
  bank_line: part`(select ${told(
    part`jsonb_build_object('day', o.booked_on),
      jsonb_build_object('minor', o.amount_minor::text, 'currency', o.currency),
      coalesce(nullif(o.counterparty_name, ''), nullif(o.text, ''), o.status ->> 'endToEndId')`,
    part`jsonb_build_object('state', o.state)`,
  )} from bank_line o where ${byUuid})`,
  flow: told(part`case when e.object_id = 'draft' then 'Borrador' else 'Versión ' || e.object_id end`),
  closing: part`(select ${told(
    part`jsonb_build_object('month', o.month), 'versión ' || o.version, k.name`,
    part`jsonb_build_object('month', o.month)`,
  )} from closing o left join client k on k.company_id = o.company_id and k.id = o.client_id where ${byUuid})`,
  certificate_archive: part`(select ${told(part`jsonb_build_object('instant', o.begun_at)`)}
    from certificate_archive o where ${byUuid})`,
  api_token: part`(select ${told(part`o.name`)} from api_token o where ${byUuid})`,
  webhook: part`coalesce((select ${told(part`o.description`)} from webhook_endpoint o where ${byUuid}),
    ${toldByEvent(part`coalesce(e.before ->> 'description', e.after ->> 'description')`)})`,
  file: toldByEvent(part`e.after ->> 'name'`),
  import: part`coalesce((select ${told(part`o.file_name`)} from import o where ${byUuid}),
    ${toldByEvent(part`e.after ->> 'fileName'`)})`,
  mailbox:
    toldByEvent(part`coalesce(e.after ->> 'username', e.before ->> 'username', (select o.username from mailbox o
    where o.company_id = e.company_id))`),
  mailbox_message: part`(select ${told(part`nullif(o.subject, ''), coalesce(nullif(o.from_name, ''), o.from_address)`)}
    from mailbox_message o where ${byUuid})`,
}

const cases = Object.entries(objects).reduce(
  (all, [type, object]) => part`${all} when ${type} then ${object}`,
  part``,
)

/** Object of an event, as JSON; null for one that is not found. Expects `event` as `e`. */
export const toldObject: Part = part`case e.object_type ${cases} end`
