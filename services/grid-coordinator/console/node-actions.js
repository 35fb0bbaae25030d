import { changeNode, issueToken, setNodeQuota } from './api.js';
import { ask, showSecret } from './dialog.js';
import { el } from './dom.js';
import { notice } from './notice.js';
import { button, field } from './widgets.js';

/** @import { AdminNode } from '@almagest/contracts/grid' */

/** @type {Readonly<Record<AdminNode['status'], readonly (readonly [string, string])[]>>} what may be done, and the word for it */
const ALLOWED = {
  pending_approval: [
    ['approve', 'Approve'],
    ['reject', 'Reject'],
    ['quota', 'Quota'],
  ],
  online: [
    ['disable', 'Disable'],
    ['quota', 'Quota'],
    ['reissue', 'New token'],
  ],
  offline: [
    ['disable', 'Disable'],
    ['quota', 'Quota'],
    ['reissue', 'New token'],
  ],
  disabled: [
    ['enable', 'Enable'],
    ['quota', 'Quota'],
    ['reissue', 'New token'],
  ],
  rejected: [['approve', 'Approve after all']],
};

/** @param {AdminNode} node */
export function nodeButtons({ node_id, status, admin_max_slots, max_slots }) {
  return ALLOWED[status].map(([action, label]) =>
    button(action, label, {
      'data-key': action,
      'data-node': node_id,
      'data-quota': String(admin_max_slots ?? ''),
      'data-slots': String(max_slots),
      'aria-label': `${label}: ${node_id}`,
    }),
  );
}

/**
 * @param {() => void} refresh
 * @returns {Readonly<Record<string, (data: DOMStringMap) => Promise<unknown>>>}
 */
export function nodeActions(refresh) {
  return {
    approve: async ({ node = '' }) => {
      const sure = await ask({
        title: `Approve ${node}?`,
        text: 'It gets a token and is handed tasks from its first heartbeat on. Approve only a node that you expect.',
        confirm: `Approve ${node}`,
      });
      if (!sure) return;
      await issueToken(node, 'approve').finally(refresh);
      notice(`${node} is approved; it collects its token by itself and comes online with its first heartbeat`);
    },
    reject: async ({ node = '' }) => {
      const sure = await ask({
        title: `Reject ${node}?`,
        text: 'Its application is refused. It may apply again, and can still be approved later.',
        confirm: 'Reject',
        danger: true,
      });
      if (sure) notice(await changeNode(node, 'reject').finally(refresh));
    },
    disable: async ({ node = '' }) => {
      notice(`${await changeNode(node, 'disable').finally(refresh)}: its running tasks finish, it is handed no more`);
    },
    enable: async ({ node = '' }) => {
      notice(`${await changeNode(node, 'enable').finally(refresh)}: it is handed tasks after its next heartbeat`);
    },
    reissue: async ({ node = '' }) => await reissue(node, refresh),
    quota: async ({ node = '', quota = '', slots = '' }) => {
      const wanted = await askQuota(node, quota, slots);
      if (wanted !== undefined) notice(await setNodeQuota(node, wanted).finally(refresh));
    },
  };
}

/**
 * @param {string} node
 * @param {() => void} refresh
 */
async function reissue(node, refresh) {
  const sure = await ask({
    title: `Issue a new token for ${node}?`,
    text: 'The old token stops working at once: reports of tasks the node holds are refused until it has the new one. An agent that keeps its registration secret collects the new token by itself within a day.',
    confirm: 'Issue',
    danger: true,
  });
  if (!sure) return;
  const { node_token } = await issueToken(node, 'reissue').finally(refresh);
  await showSecret(`The new token of ${node}`, 'It is shown this one time.', node_token);
}

/**
 * @param {string} node
 * @param {string} quota empty: no limit
 * @param {string} slots
 * @returns {Promise<number | null | undefined>} null: no limit; undefined: nothing is to be changed
 */
async function askQuota(node, quota, slots) {
  const input = el('input', { type: 'number', min: 0, max: 4096, step: 1, value: quota, inputmode: 'numeric' });
  const sure = await ask({
    title: `Quota of ${node}`,
    text: `How many tasks it may hold at once, of the ${slots} it has slots for. Empty: no limit. 0: none.`,
    confirm: 'Set',
    body: field('Slots', input),
  });
  if (!sure) return undefined;
  return input.value === '' ? null : Number(input.value);
}
