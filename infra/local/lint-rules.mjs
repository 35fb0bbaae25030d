// Rules of this project for oxlint.

const APPENDS = new Set(['push', 'unshift']);

/** A spread puts every element on the stack, so a list of about 120,000 elements is a RangeError. */
const noSpreadInPush = {
  create: (context) => ({
    CallExpression(call) {
      const { callee } = call;
      if (callee.type !== 'MemberExpression' || callee.computed || !APPENDS.has(callee.property.name)) return;
      const node = call.arguments.find((argument) => argument.type === 'SpreadElement');
      if (node) context.report({ node, message: 'Append in a loop: a spread of a long list overflows the stack.' });
    },
  }),
};

export default { meta: { name: 'almagest' }, rules: { 'no-spread-in-push': noSpreadInPush } };
