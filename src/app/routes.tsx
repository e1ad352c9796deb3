/** Routes of the product, each with its screen. Screens load when they are first needed. */
import { createRoute, redirect } from '@tanstack/react-router'
import { clientRoutes } from '#app/client-routes.tsx'
import { companyRoutes } from '#app/company-routes.tsx'
import { guardSignedIn } from '#app/guards.ts'
import { latePage } from '#app/late-page.ts'
import { platformRoutes } from '#app/platform-routes.tsx'
import { providerRoutes } from '#app/provider-routes.tsx'
import { root, shell } from '#app/root-route.tsx'

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: latePage(() => import('#app/pages/landing-page.tsx'), 'LandingPage'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  staticData: { title: 'Iniciar sesión' },
  component: latePage(() => import('#app/sign-in/login-page.tsx'), 'LoginPage'),
})

/** To which a company's provider sends people back. */
const companyReturn = createRoute({
  getParentRoute: () => root,
  path: 'login/empresa/$companyId',
  staticData: { title: 'Entrar con mi empresa' },
  component: latePage(() => import('#app/sign-in/company-return-page.tsx'), 'CompanyReturnPage'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: 'register',
  staticData: { title: 'Registro de Usuario' },
  component: latePage(() => import('#app/sign-in/register-page.tsx'), 'RegisterPage'),
})

const ownCompany = createRoute({
  getParentRoute: () => root,
  path: 'crear-empresa',
  staticData: { title: 'Crear mi empresa' },
  component: latePage(() => import('#app/sign-in/own-company-page.tsx'), 'OwnCompanyPage'),
})
const ownCompanyConfirmation = createRoute({
  getParentRoute: () => root,
  path: 'crear-empresa/confirmar',
  staticData: { title: 'Crear mi empresa' },
  component: latePage(
    () => import('#app/sign-in/own-company-confirmation-page.tsx'),
    'OwnCompanyConfirmationPage',
  ),
})

const welcome = createRoute({
  getParentRoute: () => root,
  path: 'welcome',
  staticData: { title: 'Bienvenida' },
  component: latePage(() => import('#app/sign-in/welcome-page.tsx'), 'WelcomePage'),
})

const confirm = createRoute({
  getParentRoute: () => root,
  path: 'confirm',
  staticData: { title: 'Confirmación' },
  component: latePage(() => import('#app/sign-in/confirm-page.tsx'), 'ConfirmPage'),
})

const unauthorized = createRoute({
  getParentRoute: () => root,
  path: 'unauthorized',
  staticData: { title: 'Acceso denegado' },
  component: latePage(() => import('#app/pages/unauthorized-page.tsx'), 'UnauthorizedPage'),
})

/** Check of the code on a Constancia, and its form. */
const verify = createRoute({
  getParentRoute: () => root,
  path: 'verificar',
  staticData: { title: 'Comprobar una constancia' },
  component: latePage(() => import('#features/audit/web/verify-page.tsx'), 'VerifyPage'),
})
const verifyCode = createRoute({
  getParentRoute: () => root,
  path: 'verificar/$code',
  staticData: { title: 'Comprobar una constancia' },
  component: latePage(() => import('#features/audit/web/verify-page.tsx'), 'VerifyPage'),
})

/** Order that a mail's link leads to, for everybody who signs in; the link stands after `#`. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'in',
  beforeLoad: guardSignedIn,
  component: shell,
})
const decisionLink = createRoute({
  getParentRoute: () => signedIn,
  path: 'decidir',
  staticData: { title: 'Decidir un pedido' },
  component: latePage(() => import('#app/pages/decision-link-page.tsx'), 'DecisionLinkPage'),
})

const help = createRoute({
  getParentRoute: () => root,
  path: 'ayuda',
  staticData: { title: 'Ayuda' },
  component: latePage(() => import('#app/pages/help-page.tsx'), 'HelpPage'),
})

const accessibility = createRoute({
  getParentRoute: () => root,
  path: 'accesibilidad',
  staticData: { title: 'Accesibilidad' },
  component: latePage(() => import('#app/pages/accessibility-page.tsx'), 'AccessibilityPage'),
})

/** Former address of the company's area, which some links still use. */
const formerAdmin = createRoute({
  getParentRoute: () => root,
  path: 'admin/$',
  beforeLoad: ({ location }) => {
    throw redirect({ href: location.href.replace(/^\/admin/, '/empresa'), replace: true })
  },
})

export const routeTree = root.addChildren([
  landing,
  login,
  register,
  ownCompany,
  ownCompanyConfirmation,
  companyReturn,
  welcome,
  confirm,
  unauthorized,
  verify,
  verifyCode,
  signedIn.addChildren([decisionLink]),
  help,
  accessibility,
  formerAdmin,
  clientRoutes,
  companyRoutes,
  providerRoutes,
  platformRoutes,
])
