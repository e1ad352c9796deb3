import { lazyRouteComponent } from '@tanstack/react-router'
import { readCode } from '#ui/code.ts'

/**
 * Screen whose code is loaded when somebody goes there. Without the network the screen before stays until it comes; the
 * router alone would reload the page into nothing.
 */
export const latePage: typeof lazyRouteComponent = (read, name) =>
  lazyRouteComponent(() => readCode(read), name)
