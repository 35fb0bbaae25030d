import type { alertMailOperations } from '@almagest/contracts/literature';
import type { Handlers } from '@almagest/service-kit/http-edge';
import type { Response } from 'express';
import type { MailAction } from '../application/alerts/mail-links.ts';
import {
  changeAlertMail,
  checkMailLink,
  deleteAlertMail,
  readAlertMail,
  useMailLink,
  type AlertMailDeps,
} from '../application/alerts/manage-mail.ts';
import type { Caller } from './caller.ts';

export function mailRoutes(deps: AlertMailDeps): Handlers<typeof alertMailOperations, Caller> {
  return {
    readAlertMail: ({ caller: { viewer } }) => readAlertMail(deps, viewer),
    changeAlertMail: ({ caller: { viewer }, body }) => changeAlertMail(deps, viewer, body),
    deleteAlertMail: ({ caller: { viewer } }) => deleteAlertMail(deps, viewer),
    showMailLink: async ({ query: { action, key }, res }) => {
      await checkMailLink(deps, action, key);
      const { question, button } = WORDS[action];
      sendPage(res, `<p>${question}</p><form method="post"><button>${button}</button></form>`);
    },
    useMailLink: async ({ query: { action, key }, res }) => {
      await useMailLink(deps, action, key);
      sendPage(res, `<p role="status">${WORDS[action].done}</p><p><a href="/alerts">Alerts</a></p>`);
    },
  };
}

const WORDS: Readonly<Record<MailAction, Readonly<Record<'question' | 'button' | 'done', string>>>> = {
  confirm: {
    question: 'Send new papers from your alerts to this address?',
    button: 'Confirm',
    done: 'Confirmed. This address will get new papers from your alerts.',
  },
  unsubscribe: {
    question: 'Stop mail about new papers from your alerts?',
    button: 'Unsubscribe',
    done: 'Unsubscribed. This address will get no more mail.',
  },
};

function sendPage(res: Response, body: string): void {
  // The address of this page contains a key, so caches must not store the page.
  res.setHeader('Cache-Control', 'no-store').type('html').send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail of alerts</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem}button{font:inherit;padding:.4rem 1rem}</style>
</head><body><main><h1>Mail of alerts</h1>${body}</main></body></html>`);
}
