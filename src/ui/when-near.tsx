import { type ReactNode, useEffect, useRef, useState } from 'react'

/** So far below what is seen a part of the page is asked for. */
const ahead = '300px'

type WhenNearProps = {
  children: ReactNode
  /** As tall as what will stand there, so that nothing jumps. */
  className: string
}

/** A part at the end of a long page, which loads when somebody comes near it: the beginning does not wait for it. */
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
