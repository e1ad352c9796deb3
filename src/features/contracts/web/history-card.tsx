import type { LucideIcon } from 'lucide-react'
import { CheckCheck, CirclePause, CirclePlay, FilePlus2, FileX2, Pencil, Plus, Scale } from 'lucide-react'
import { ChangesCard, type ToldChange } from '#features/contracts/web/changes-card.tsx'
import { type Change, changeTold } from '#features/contracts/web/text.ts'
import type { RecordedChangeWire } from '#features/contracts/wire/history.ts'

/** History of a contract. */
export function HistoryCard({ history }: { history: readonly RecordedChangeWire[] }) {
  return <ChangesCard label="Historial del contrato" history={history} tell={tell} />
}

function tell(change: RecordedChangeWire): ToldChange {
  const { sign, ...told } = changeTold(change)
  return { ...told, Icon: icons[sign] }
}

const icons: { readonly [sign in Change['sign']]: LucideIcon } = {
  made: Plus,
  edited: Pencil,
  amended: Scale,
  completed: CheckCheck,
  inactive: CirclePause,
  active: CirclePlay,
  added: FilePlus2,
  removed: FileX2,
}
