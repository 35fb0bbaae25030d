export { accountOperations, type AccountOperations } from './account-operations.ts';
export * from './accounts.ts';
export * from './oidc.ts';
export * from './passkeys.ts';
export {
  defineOperations,
  onlyReads,
  statusesOf,
  type FailureStyle,
  type FormPart,
  type MediaType,
  type Operation,
  type Role,
} from './operation.ts';
export { API_VERSION, openApiDocument } from './openapi.ts';
export { McpMessage, mcpOperations } from './mcp.ts';
export { closedObject, LONGEST_MAIL_ADDRESS, MAIL_ADDRESS, MAX_FORM_TEXT_BYTES, Nullable } from './schema.ts';
export { covers, type PersonRole } from './roles.ts';
export { showUnseen } from './unseen-characters.ts';
