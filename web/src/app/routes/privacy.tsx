import { useLocation, useNavigate } from 'react-router';
import { PrivacyPolicy } from '@/features/legal/components/PrivacyPolicy';
import { paths } from '@/shared/paths';

export function Component() {
  const navigate = useNavigate();
  const { key } = useLocation();
  const isFirstPage = key === 'default';
  return <PrivacyPolicy onBack={() => void (isFirstPage ? navigate(paths.landing) : navigate(-1))} />;
}
