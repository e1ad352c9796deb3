import {
  AlarmClock,
  Ban,
  CheckCheck,
  CircleCheck,
  CircleX,
  FileCheck2,
  Hourglass,
  Landmark,
  type LucideIcon,
  Merge,
  OctagonAlert,
  Repeat,
  RotateCw,
  ShieldCheck,
  Undo2,
  UserRoundCheck,
  UserRoundX,
} from 'lucide-react'
import type { FactTopic } from '#features/notifications/rules.ts'
import { classes } from '#ui/classes.ts'

const looks: { readonly [topic in FactTopic]: { Icon: LucideIcon; look: string } } = {
  'approval.requested': { Icon: Hourglass, look: 'text-caution' },
  'approval.overdue': { Icon: AlarmClock, look: 'text-negative' },
  'document.blocked': { Icon: OctagonAlert, look: 'text-negative' },
  'document.approved': { Icon: CircleCheck, look: 'text-positive' },
  'document.reopened': { Icon: Undo2, look: 'text-caution' },
  'document.rejected': { Icon: CircleX, look: 'text-negative' },
  'document.returned': { Icon: Undo2, look: 'text-caution' },
  'document.cancelled': { Icon: Ban, look: 'text-ink-faint' },
  'document.delivered': { Icon: FileCheck2, look: 'text-info' },
  'document.payee_changed': { Icon: Landmark, look: 'text-caution' },
  'recurrence.made': { Icon: Repeat, look: 'text-info' },
  'recurrence.stopped': { Icon: OctagonAlert, look: 'text-negative' },
  'execution.confirmed': { Icon: CheckCheck, look: 'text-positive' },
  'execution.payment_returned': { Icon: Undo2, look: 'text-negative' },
  'execution.rejected': { Icon: CircleX, look: 'text-negative' },
  'execution.retried': { Icon: RotateCw, look: 'text-info' },
  'execution.received': { Icon: CheckCheck, look: 'text-positive' },
  'execution.disputed': { Icon: OctagonAlert, look: 'text-negative' },
  'execution.dispute_resolved': { Icon: RotateCw, look: 'text-info' },
  'provider.bank_change_requested': { Icon: Landmark, look: 'text-caution' },
  'provider.bank_changed': { Icon: Landmark, look: 'text-positive' },
  'provider.bank_change_rejected': { Icon: Landmark, look: 'text-negative' },
  'provider.merged': { Icon: Merge, look: 'text-caution' },
  'delegation.made': { Icon: UserRoundCheck, look: 'text-info' },
  'project.self_appointed': { Icon: UserRoundCheck, look: 'text-caution' },
  'company.batch_release_changed': { Icon: ShieldCheck, look: 'text-caution' },
  'company.webhook_switched_off': { Icon: OctagonAlert, look: 'text-negative' },
  'batch.release_requested': { Icon: Landmark, look: 'text-caution' },
  'batch.released': { Icon: Landmark, look: 'text-positive' },
  'invoice.ordered': { Icon: CircleCheck, look: 'text-positive' },
  'invoice.refused': { Icon: CircleX, look: 'text-negative' },
  'company.second_factor_changed': { Icon: ShieldCheck, look: 'text-caution' },
  'delegation.ended': { Icon: UserRoundX, look: 'text-ink-faint' },
}

/** Icon of a notice, by its topic. */
export function NoticeBadge({ topic }: { topic: FactTopic }) {
  const { Icon, look } = looks[topic]
  return <Icon aria-hidden="true" className={classes('mt-0.5 size-4 shrink-0', look)} />
}
