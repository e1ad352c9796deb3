import type { LucideIcon } from 'lucide-react'
import { CirclePause, CirclePlay, Pencil, Plus, Scale } from 'lucide-react'
import { ChangesCard, type ToldChange } from '#features/contracts/web/changes-card.tsx'
import type { RecordedChangeWire } from '#features/contracts/wire/history.ts'
import { type Change, changeTold } from '#features/cost-centres/web/text.ts'

/** History of a cost centre. */
export function HistoryCard({ history }: { history: readonly RecordedChangeWire[] }) {
  return <ChangesCard label="Historial del centro de coste" history={history} tell={tell} />
}

function tell(change: RecordedChangeWire): ToldChange {
  const { sign, ...told } = changeTold(change)
  return { ...told, Icon: icons[sign] }
}

const icons: { readonly [sign in Change['sign']]: LucideIcon } = {
  made: Plus,
  edited: Pencil,
  budget: Scale,
  inactive: CirclePause,
  active: CirclePlay,
}
