// Renders the chart as Helm does: Go's templates, Sprig's functions and the functions that Helm adds. Reads a JSON list
// of requests from the standard input and writes a list of results. Helm itself is in no package of Debian or npm.
//
//	render CHART < requests.json
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type request struct {
	Values    map[string]interface{} `json:"values"`
	IsUpgrade bool                   `json:"isUpgrade"`
	// Objects of the cluster for `lookup`, by kind and name.
	Cluster map[string]map[string]interface{} `json:"cluster"`
}

type result struct {
	Files map[string]string `json:"files"`
	Error string            `json:"error,omitempty"`
}

type files struct{ folder string }

// Get returns an empty string for a missing file, as Helm does.
func (f files) Get(name string) string {
	content, _ := os.ReadFile(filepath.Join(f.folder, name))
	return string(content)
}

func main() {
	folder := os.Args[1]
	var requests []request
	check(json.NewDecoder(os.Stdin).Decode(&requests))
	results := []result{}
	for _, one := range requests {
		rendered, err := render(folder, one)
		if err != nil {
			results = append(results, result{Error: err.Error()})
		} else {
			results = append(results, result{Files: rendered})
		}
	}
	check(json.NewEncoder(os.Stdout).Encode(results))
}

func check(err error) {
	if err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}

func readYaml(name string) map[string]interface{} {
	content, err := os.ReadFile(name)
	check(err)
	into := map[string]interface{}{}
	check(yaml.Unmarshal(content, &into))
	return into
}

// Helm merges maps and replaces everything else.
func merge(base, over map[string]interface{}) map[string]interface{} {
	for key, value := range over {
		inner, isMap := value.(map[string]interface{})
		old, wasMap := base[key].(map[string]interface{})
		if isMap && wasMap {
			base[key] = merge(old, inner)
		} else if value == nil {
			delete(base, key)
		} else {
			base[key] = value
		}
	}
	return base
}

func render(folder string, one request) (map[string]string, error) {
	chart := readYaml(filepath.Join(folder, "Chart.yaml"))
	// Helm gives the chart's fields upper-case names.
	titled := map[string]interface{}{}
	for key, value := range chart {
		titled[strings.ToUpper(key[:1])+key[1:]] = value
	}
	context := map[string]interface{}{
		"Values": merge(readYaml(filepath.Join(folder, "values.yaml")), one.Values),
		"Chart":  titled,
		"Files":  files{folder},
		"Release": map[string]interface{}{
			"Name": "almagest", "Namespace": "astronomy", "Service": "Helm", "Revision": 1,
			"IsInstall": !one.IsUpgrade, "IsUpgrade": one.IsUpgrade,
		},
	}
	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(sprig.TxtFuncMap()).Funcs(helmFunctions(all, one))
	names, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	check(err)
	sort.Strings(names)
	for _, name := range names {
		content, err := os.ReadFile(name)
		check(err)
		if _, err := all.New(filepath.Base(name)).Parse(string(content)); err != nil {
			return nil, err
		}
	}
	rendered := map[string]string{}
	for _, name := range names {
		base := filepath.Base(name)
		if strings.HasPrefix(base, "_") {
			continue
		}
		var out bytes.Buffer
		if err := all.ExecuteTemplate(&out, base, context); err != nil {
			return nil, err
		}
		rendered[base] = strings.ReplaceAll(out.String(), "<no value>", "")
	}
	return rendered, nil
}

func helmFunctions(all *template.Template, one request) template.FuncMap {
	return template.FuncMap{
		// Helm removes these two functions of Sprig.
		"env":       func(string) (string, error) { return "", errors.New("env is not available") },
		"expandenv": func(string) (string, error) { return "", errors.New("expandenv is not available") },
		"include": func(name string, data interface{}) (string, error) {
			var out bytes.Buffer
			err := all.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
		"required": func(message string, value interface{}) (interface{}, error) {
			if value == nil || value == "" {
				return nil, errors.New(message)
			}
			return value, nil
		},
		"toYaml": func(value interface{}) (string, error) {
			out, err := yaml.Marshal(value)
			return strings.TrimSuffix(string(out), "\n"), err
		},
		"toJson": func(value interface{}) (string, error) {
			out, err := json.Marshal(value)
			return string(out), err
		},
		"fromJsonArray": func(text string) ([]interface{}, error) {
			list := []interface{}{}
			err := json.Unmarshal([]byte(text), &list)
			return list, err
		},
		"lookup": func(_, kind, _, name string) map[string]interface{} {
			if found, ok := one.Cluster[kind][name].(map[string]interface{}); ok {
				return found
			}
			return map[string]interface{}{}
		},
	}
}
