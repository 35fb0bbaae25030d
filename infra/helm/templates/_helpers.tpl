{{/* Labels that select the pods of a component. Call with (dict "root" $ "component" "grid-api"). */}}
{{- define "almagest.selector" -}}
app.kubernetes.io/name: almagest
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "almagest.labels" -}}
{{ include "almagest.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "almagest.image" -}}
{{ .root.Values.image.prefix }}{{ .name }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- define "almagest.port" -}}
{{ eq . "grid" | ternary 8090 8000 }}
{{- end }}

{{/* Name and keys of the Secret of a service. Call with (dict "root" $ "service" "grid"). */}}
{{- define "almagest.secretName" -}}
{{ (index .root.Values .service).existingSecret | default (printf "%s-%s" .root.Release.Name .service) }}
{{- end }}

{{- define "almagest.ownToken" -}}
{{ eq . "grid" | ternary "admin-token" "api-token" }}
{{- end }}

{{/* The optional keys that the Secret of a service has, as a JSON list. */}}
{{- define "almagest.optionalKeys" -}}
{{- $service := index .root.Values .service }}
{{- $keys := list }}
{{- if $service.existingSecret }}
{{- $keys = $service.optionalKeys }}
{{- else }}
{{- range $key := eq .service "grid" | ternary (list "smtp-url" "smtp-ca" "oidc-client-secret") (list "catalog-api-key" "openai-api-key" "smtp-url" "smtp-ca" "oidc-client-secret") }}
{{- if index $service.secrets $key }}{{ $keys = append $keys $key }}{{ end }}
{{- end }}
{{- end }}
{{- toJson $keys }}
{{- end }}

{{/* Volume sources that mount the secrets of a service as files. Call with (dict "root" $ "service" "grid" "keys" (list …)). */}}
{{- define "almagest.secretSources" -}}
{{- $items := list }}
{{- range $key := .keys }}
{{- $fromCluster := and (eq $key "database-url") $.root.Values.postgresql.cluster.enabled }}
{{- $fromRedis := and (eq $key "redis-url") $.root.Values.redis.enabled }}
{{- if not (or $fromCluster $fromRedis) }}{{ $items = append $items (dict "key" $key "path" $key) }}{{ end }}
{{- end }}
{{- with $items }}
- secret:
    name: {{ include "almagest.secretName" $ }}
    items: {{ toYaml . | nindent 6 }}
{{- end }}
{{- if .root.Values.postgresql.cluster.enabled }}
- secret:
    name: {{ .root.Release.Name }}-postgres-{{ .service }}
    items: [{ key: uri, path: database-url }]
{{- end }}
{{- if .root.Values.redis.enabled }}
- secret:
    name: {{ .root.Release.Name }}-redis
    items: [{ key: url, path: redis-url }]
{{- end }}
{{- end }}

{{/* A value of an existing Secret, so that an upgrade keeps it, or else the default. */}}
{{- define "almagest.kept" -}}
{{- $old := lookup "v1" "Secret" .root.Release.Namespace .secret | default dict }}
{{- $value := dig "data" .key "" $old }}
{{- $value | b64dec | default .default | default (randAlphaNum 48) }}
{{- end }}

{{- define "almagest.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "almagest.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Fields of the spec of every pod. Call with (dict "root" $ "user" 1000). */}}
{{- define "almagest.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
# Ended child processes are reaped by the pause container.
shareProcessNamespace: true
securityContext: {{ include "almagest.podSecurity" .user | nindent 2 }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The name of a volume's claim. Call with (dict "root" $ "owner" "grid" "volume" "data"). */}}
{{- define "almagest.claim" -}}
{{ (index .root.Values .owner "volumes" .volume).existingClaim | default (printf "%s-%s-%s" .root.Release.Name .owner .volume) }}
{{- end }}

{{/* Peers of network policies: the pods of both services. */}}
{{- define "almagest.servicePods" -}}
- podSelector:
    matchLabels:
      app.kubernetes.io/name: almagest
      app.kubernetes.io/instance: {{ .Release.Name }}
    matchExpressions:
      - key: app.kubernetes.io/component
        operator: In
        values: [grid-api, grid-worker, grid-migrate, literature-api, literature-worker, literature-migrate]
{{- end }}
