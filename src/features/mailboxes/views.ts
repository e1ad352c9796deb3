/** The mailbox as its administrators see it, and the messages that wait for them. */
import { mailboxBounds } from '#features/mailboxes/rules/message.ts'
import {
  type MailboxRefusal,
  type MessageState,
  mayKeepMailbox,
  maySeeMailbox,
  maySeeMessages,
  messageAbilities,
} from '#features/mailboxes/rules.ts'
import { countNamed, countQuarantined } from '#features/mailboxes/store/messages.ts'
import {
  leftOutReasonText,
  mailboxAbility,
  mailboxFaultText,
  mailboxWords,
  messageFaultText,
} from '#features/mailboxes/text.ts'
import type {
  getMailbox,
  listMailedMessages,
  MailboxWire,
  MailedMessageWire,
} from '#features/mailboxes/wire.ts'
import type { Actor } from '#kernel/actor.ts'
import type { QueryOf, ResponseOf } from '#kernel/endpoint.ts'
import type { Refusal } from '#kernel/refusal.ts'
import { nothing, part, sql } from '#server/database/sql.ts'
import type { TenantTx } from '#server/database/tenant.ts'
import { commonProblem } from '#server/problems.ts'

function throwUnless(may: true | Refusal<MailboxRefusal>): void {
  if (may !== true) throw commonProblem('forbidden', { detail: mailboxWords(may) })
}

export async function readMailbox(tx: TenantTx, actor: Actor): Promise<ResponseOf<typeof getMailbox>> {
  throwUnless(maySeeMailbox(actor))
  const found = await tx.one<MailboxWire>(sql`
    select host, port, username, folder, done_folder as "doneFolder", collects as "collects",
      last_collected_at as "lastCollectedAt", last_failed_at as "lastFailedAt", fault, revision,
      (select count(*)::int from mailbox_message g where g.company_id = b.company_id and g.state = 'taken'
        and g.created_at > ${tx.now}::timestamptz - interval '30 days') as taken
    from mailbox b where b.company_id = ${tx.companyId}`)
  return {
    mailbox: found && { ...found, fault: found.fault === null ? null : mailboxFaultText(found.fault) },
    can: { change: mailboxAbility(mayKeepMailbox(actor)) },
  }
}

type Row = Omit<MailedMessageWire, 'can' | 'state'> & { readonly state: MessageState }

export async function messagePage(
  tx: TenantTx,
  actor: Actor,
  { after, limit }: QueryOf<typeof listMailedMessages>,
): Promise<ResponseOf<typeof listMailedMessages>> {
  throwUnless(maySeeMessages(actor))
  const [found, waiting, counted] = await Promise.all([
    tx.all<Row>(sql`
      select g.id, g.state, g.from_address as "fromAddress", g.from_name as "fromName", g.subject, g.sent_at as "sentAt",
        g.created_at as "receivedAt", g.authentication, g.fault, g.revision,
        case when p.id is null then null else json_build_object('id', p.id, 'name', p.name) end as provider,
        coalesce((select json_agg(json_build_object('name', i.name, 'size', i.size, 'leftOut', i.left_out) order by i.place)
          from mailbox_file i where i.company_id = g.company_id and i.message_id = g.id), '[]') as files
      from mailbox_message g
      left join provider p on p.company_id = g.company_id and p.id = g.provider_id
      where g.company_id = ${tx.companyId} and g.state in ('quarantined', 'set_aside')
        ${after ? part`and g.id > ${after}` : nothing}
      order by g.id limit ${limit + 1}`),
    countNamed(tx),
    countQuarantined(tx),
  ])
  const items = found.slice(0, limit).map(row => toWire(actor, row))
  return {
    items,
    next: found.length > limit ? (items.at(-1)?.id ?? null) : null,
    waiting,
    isFull: counted >= mailboxBounds.quarantined,
  }
}

function toWire(actor: Actor, row: Row): MailedMessageWire {
  const { take, discard } = messageAbilities(actor, row.state)
  return {
    ...row,
    fault: messageFaultText(row.fault),
    files: row.files.map(file => ({ ...file, leftOut: leftOutReasonText(file.leftOut) })),
    can: { take: mailboxAbility(take), discard: mailboxAbility(discard) },
  }
}
