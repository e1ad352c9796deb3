/** Every address of the product and the screen it shows. Screens load when they are first needed. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { clientRoutes } from '#app/client-routes.tsx'
import { companyRoutes } from '#app/company-routes.tsx'
import { guard } from '#app/guards.ts'
import { providerRoutes } from '#app/provider-routes.tsx'
import { root, shell, soon } from '#app/root-route.tsx'

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('#app/pages/landing-page.tsx'), 'LandingPage'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  staticData: { title: 'Iniciar sesión' },
  component: lazyRouteComponent(() => import('#app/pages/login-page.tsx'), 'LoginPage'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: 'register',
  staticData: { title: 'Registro de Usuario' },
  component: lazyRouteComponent(() => import('#app/pages/register-page.tsx'), 'RegisterPage'),
})

const welcome = createRoute({
  getParentRoute: () => root,
  path: 'welcome',
  staticData: { title: 'Bienvenida' },
  component: lazyRouteComponent(() => import('#app/pages/welcome-page.tsx'), 'WelcomePage'),
})

const confirm = createRoute({
  getParentRoute: () => root,
  path: 'confirm',
  staticData: { title: 'Confirmación' },
  component: lazyRouteComponent(() => import('#app/pages/confirm-page.tsx'), 'ConfirmPage'),
})

const unauthorized = createRoute({
  getParentRoute: () => root,
  path: 'unauthorized',
  staticData: { title: 'Acceso denegado' },
  component: lazyRouteComponent(() => import('#app/pages/unauthorized-page.tsx'), 'UnauthorizedPage'),
})

/** The company's area used to be called /admin, and some links still say so. */
const formerAdmin = createRoute({
  getParentRoute: () => root,
  path: 'admin/$',
  beforeLoad: ({ location }) => {
    throw redirect({ href: location.href.replace(/^\/admin/, '/empresa'), replace: true })
  },
})

/** The platform's screens come later; its people are told what there is to do instead. */
const platform = createRoute({
  getParentRoute: () => root,
  path: 'admin_saas',
  beforeLoad: guard('admin_saas'),
  component: shell,
})
const platformProfile = createRoute({
  getParentRoute: () => platform,
  path: 'profile',
  staticData: { title: 'Mi perfil' },
  component: lazyRouteComponent(() => import('#app/pages/profile-page.tsx'), 'ProfilePage'),
})
const platformRest = createRoute({ getParentRoute: () => platform, path: '$', component: soon })

export const routeTree = root.addChildren([
  landing,
  login,
  register,
  welcome,
  confirm,
  unauthorized,
  formerAdmin,
  clientRoutes,
  companyRoutes,
  providerRoutes,
  platform.addChildren([platformProfile, platformRest]),
])
