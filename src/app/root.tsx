import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { product } from '#app/product.ts'
import { useOwnTitle } from '#ui/hooks/page-title.ts'

/** Root of every screen: sets the window's title. */
export function Root() {
  const ofRoute = useRouterState({ select: state => state.matches.at(-1)?.staticData.title })
  const title = useOwnTitle() ?? ofRoute
  useEffect(() => {
    document.title = title === undefined ? product : `${title} · ${product}`
  }, [title])
  return <Outlet />
}
