import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { foldAt, foldWords } from '#features/approvals/web/text.ts'
import { Button } from '#ui/button.tsx'

/** Height of the list of approvals in pixels: 15rem. Source: specification, section 9. */
const maxHeight = 240

/**
 * Steps of an approval, one element each, as many as fit the height; the others are unfolded by a button. Nothing
 * scrolls within the page, and no line is cut.
 */
export function FoldedStepsPanel({ children }: { children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null)
  const [fold, setFold] = useState<ReturnType<typeof foldAt>>(null)
  const [isOpen, setOpen] = useState(false)
  const measure = () => {
    const next = list.current && foldAt(bottomsIn(list.current), maxHeight)
    setFold(before => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
  }
  // After each render: another order, or a decision, makes another list.
  useLayoutEffect(measure)
  // biome-ignore lint/correctness/useExhaustiveDependencies: narrower lines are more of them
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    if (list.current) observer.observe(list.current)
    return () => observer.disconnect()
  }, [])
  const height = isOpen ? undefined : fold?.height
  useLayoutEffect(() => {
    for (const line of linesIn(list.current))
      line.classList.toggle('invisible', height !== undefined && bottomIn(list.current, line) > height)
  })
  return (
    <div className="grid grid-cols-1 gap-2">
      <section
        aria-label="Aprobaciones"
        className="max-h-60 overflow-hidden data-open:max-h-none print:h-auto! print:max-h-none!"
        style={height === undefined ? undefined : { height, maxHeight: height }}
        data-open={isOpen || undefined}
      >
        <div ref={list}>{children}</div>
      </section>
      {fold !== null && (
        <Button
          size="sm"
          variant="quiet"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="-ml-2 justify-self-start print:hidden"
        >
          {isOpen ? 'Ver menos' : foldWords(fold)}
        </Button>
      )}
    </div>
  )
}

/** Lines of the list: what is hidden beyond its fold is hidden from the keyboard and the screen reader too. */
const linesIn = (list: HTMLElement | null) => [...(list?.querySelectorAll('p, h3, li') ?? [])]

const bottomIn = (list: HTMLElement | null, line: Element) =>
  line.getBoundingClientRect().bottom - (list?.getBoundingClientRect().top ?? 0)

/** Lower edges of the steps, and of the people in each. */
const bottomsIn = (list: HTMLElement) =>
  [...list.children].map(step => ({
    bottom: bottomIn(list, step),
    seats: [...step.querySelectorAll('li')].map(seat => bottomIn(list, seat)),
  }))
