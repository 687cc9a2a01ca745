import { createBrowserRouter, Navigate, useLocation, type RouteObject } from 'react-router';
import { paths } from '@/shared/paths';
import { FullPageLoader } from './FullPageLoader';
import { CrashPage } from './routes/CrashPage';
import * as landing from './routes/landing';
import * as publicArea from './routes/public-area';

/** The page's former address, with the patient that it may name. */
function FormerNewConsultation() {
  const { search } = useLocation();
  return <Navigate to={{ pathname: paths.newConsultation, search }} replace />;
}

/** The pages inside the frame. Each module in routes/ exports `Component`. */
const protectedPages: RouteObject[] = [
  { path: paths.dashboard, lazy: () => import('./routes/dashboard') },
  { path: paths.patients, lazy: () => import('./routes/patients') },
  { path: paths.newPatient, lazy: () => import('./routes/new-patient') },
  { path: '/app/patients/:patientId', lazy: () => import('./routes/patient-detail') },
  { path: paths.newConsultation, lazy: () => import('./routes/new-consultation') },
  { path: paths.history, lazy: () => import('./routes/history') },
  { path: paths.subscription, lazy: () => import('./routes/subscription') },
  { path: paths.security, lazy: () => import('./routes/security') },
  { path: paths.medications, lazy: () => import('./routes/under-development') },
  { path: paths.orders, lazy: () => import('./routes/under-development') },
  { path: paths.billing, lazy: () => import('./routes/billing') },
  { path: paths.reports, lazy: () => import('./routes/reports') },
  { path: paths.communication, lazy: () => import('./routes/communication') },
  { path: paths.admin, lazy: () => import('./routes/admin') },
  { path: paths.subscriptionDiagnostics, lazy: () => import('./routes/subscription-diagnostics') },
  { path: paths.checkUsers, lazy: () => import('./routes/check-users') },
  { path: '/app/consultation/new', element: <FormerNewConsultation /> },
  { path: '/app/*', lazy: () => import('./routes/not-found-inside') },
];

/** Before the protected area. */
const publicPages: RouteObject[] = [
  { path: paths.landing, ...landing },
  { path: paths.privacy, lazy: () => import('./routes/privacy') },
  {
    lazy: () => import('./routes/session-area'),
    children: [
      { path: paths.login, lazy: () => import('./routes/login') },
      { path: paths.diagnosticLogin, lazy: () => import('./routes/diagnostic-login') },
      { path: paths.resetPassword, lazy: () => import('./routes/reset-password') },
    ],
  },
];

export const routes: RouteObject[] = [
  {
    errorElement: <CrashPage />,
    HydrateFallback: FullPageLoader,
    children: [
      { ...publicArea, children: publicPages },
      {
        lazy: () => import('./routes/session-area'),
        children: [{ lazy: () => import('./routes/protected-area'), children: protectedPages }],
      },
      { path: '*', lazy: () => import('./routes/not-found') },
    ],
  },
];

export function makeRouter() {
  return createBrowserRouter(routes);
}
