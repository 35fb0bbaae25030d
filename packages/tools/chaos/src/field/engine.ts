/** The size of a model. Its transfer takes a few seconds over a slow connection. */
const MODEL_BYTES = 120_000;

/**
 * Returns the shell script of an engine. The script waits for the file that `$FIELD_GATE` names, if this variable is
 * set. Points listed in the file `needsSeed` converge only from a neighbour's model. All other points always converge.
 * A seed that is not a model fails the attempt.
 */
export function engineScript(needsSeed: string): string {
  return `
set -e
while [ -n "$FIELD_GATE" ] && [ ! -e "$FIELD_GATE" ]; do sleep 0.1; done
echo "computes $GRID_POINT_NAME"
converged=true
[ "$(wc -c < assets/lines.dat)" = ${LINES_BYTES} ] || { echo 'the line list is incomplete' >&2; exit 1; }
if [ -e seed.7 ]; then
  [ "$(head -c 5 seed.7)" = MODEL ] && [ "$(wc -c < seed.7)" = ${MODEL_BYTES} ] || { echo 'the seed is no model' >&2; exit 1; }
elif grep -qxF "$GRID_POINT_NAME" '${needsSeed}'; then
  converged=false
fi
if $converged; then
  { echo "MODEL of $GRID_POINT_NAME by task $GRID_TASK_ID"; yes '1 2 3'; } | head -c ${MODEL_BYTES} > out.7
  stage=null
else
  stage='"atmosphere"'
fi
printf '{"converged":%s,"atmosphere_has_nan":false,"failed_stage":%s,"summary":{"task":"%s"}}' $converged "$stage" "$GRID_TASK_ID" > result.new
mv result.new result.json
`;
}

/** The size of the asset that every task reads. */
export const LINES_BYTES = 300_000;
