import { Link } from 'react-router';
import { useConfigQuery } from '@/shared/api/use-config';
import { contactEmail } from '@/shared/contact';
import { usePageTitle } from '@/shared/hooks/use-page-title';
import { landing } from '@/shared/i18n/landing.messages';
import { paths } from '@/shared/paths';
import { Features, HowItWorks, WhyChooseUs } from './Benefits';
import { Hero } from './Hero';
import { LandingHeader } from './LandingHeader';
import { Pricing } from './Pricing';
import { Questions } from './Questions';
import classes from './Landing.module.css';

export function LandingPage() {
  usePageTitle(landing.pageTitle);
  const { data: config, isPending } = useConfigQuery();
  const email = contactEmail(config);
  return (
    <>
      <LandingHeader />
      <main>
        <Hero />
        <WhyChooseUs />
        <Features />
        <HowItWorks />
        <Pricing email={email} prices={config?.landingPrices} isPending={isPending} />
        <Questions />
        <section className={`${classes.section} ${classes.closing}`}>
          <h2 className={classes.heroTitle}>{landing.closing.title}</h2>
          <p className={classes.lead} style={{ marginInline: 'auto' }}>
            {landing.closing.text}
          </p>
          <Link to={paths.login} className={classes.button}>
            {landing.closing.action}
          </Link>
        </section>
      </main>
      <footer className={classes.footer}>
        <span>{landing.footer.rights(new Date().getFullYear())}</span>
        <Link to={paths.privacy}>{landing.footer.privacy}</Link>
        <a href={`mailto:${email}`}>{email}</a>
      </footer>
    </>
  );
}
