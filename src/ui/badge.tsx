import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'

export type Tone = 'positive' | 'caution' | 'negative' | 'info' | 'neutral'

type BadgeProps = {
  tone: Tone
  /** Icon beside the word: colour is never the only sign. */
  icon: ReactNode
  children: ReactNode
  /** Second, quieter word. */
  note?: ReactNode
}

/** Badge: a state in a word, with an icon and a colour. */
export function Badge({ tone, icon, children, note }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full py-0.5 pr-2.5 pl-2 font-medium text-xs [&>svg]:size-3.5 [&>svg]:shrink-0',
        toneClasses[tone],
      )}
    >
      {icon}
      {children}
      {note && <span className="font-normal">· {note}</span>}
    </span>
  )
}

/** Colours of a tone, as classes. */
export const toneClasses = {
  positive: 'bg-positive-soft text-positive',
  caution: 'bg-caution-soft text-caution',
  negative: 'bg-negative-soft text-negative',
  info: 'bg-info-soft text-info',
  neutral: 'bg-sunken text-ink-soft',
} satisfies Record<Tone, string>
