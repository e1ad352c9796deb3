import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Distance below the viewport at which a part of the page is rendered. */
const ahead = '300px'

type WhenNearProps = {
  children: ReactNode
  /** Class with the height of the content, so that nothing jumps. */
  className: string
}

/**
 * Part at the end of a long page, rendered when somebody scrolls near it, so that the beginning does not wait
 * for it.
 */
export function WhenNear({ children, className }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const here = place.current
    if (here === null || isNear) return
    const observer = new IntersectionObserver(
      entries => entries.some(entry => entry.isIntersecting) && setNear(true),
      { rootMargin: `${ahead} 0px` },
    )
    observer.observe(here)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <div ref={place} className={isNear ? undefined : className}>
      {isNear && children}
    </div>
  )
}
