import { CircleCheck, CircleDashed, LoaderCircle, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ImportState } from '#features/imports/rules.ts'
import { Badge, type Tone } from '#ui/badge.tsx'

const looks: { readonly [state in ImportState]: readonly [Tone, ReactNode, string] } = {
  matching: ['neutral', <CircleDashed key="icon" />, 'Sin comprobar'],
  checking: ['info', <LoaderCircle key="icon" />, 'Comprobando'],
  checked: ['caution', <CircleDashed key="icon" />, 'Por importar'],
  importing: ['info', <LoaderCircle key="icon" />, 'Importando'],
  finished: ['positive', <CircleCheck key="icon" />, 'Importada'],
  undoing: ['info', <LoaderCircle key="icon" />, 'Deshaciendo'],
  undone: ['neutral', <Undo2 key="icon" />, 'Deshecha'],
}

export function ImportStateBadge({ state }: { state: ImportState }) {
  const [tone, icon, word] = looks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
