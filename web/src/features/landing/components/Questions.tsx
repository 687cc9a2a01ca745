import { useId, useState } from 'react';
import { IconChevronDown } from '@tabler/icons-react';
import { landing } from '@/shared/i18n/landing.messages';
import classes from './Landing.module.css';

const { faq } = landing;

export function Questions() {
  return (
    <div className={classes.band}>
      <section className={classes.section} id="faq">
        <h2 className={classes.heading}>{faq.title}</h2>
        <div className={classes.faq}>
          {faq.items.map((item) => (
            <Question key={item.question} {...item} />
          ))}
        </div>
      </section>
    </div>
  );
}

function Question({ question, answer }: { question: string; answer: string }) {
  const [isOpen, setOpen] = useState(false);
  const answerId = useId();
  return (
    <>
      <button
        type="button"
        className={classes.question}
        aria-expanded={isOpen}
        aria-controls={answerId}
        onClick={() => setOpen(!isOpen)}
      >
        {question}
        <IconChevronDown size={20} aria-hidden />
      </button>
      <p id={answerId} className={classes.answer} hidden={!isOpen}>
        {answer}
      </p>
    </>
  );
}
