package bounds

import (
	"context"
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
)

// BenchmarkCertify times what certification adds to the table of all rows of the
// runs of BenchmarkTable.
func BenchmarkCertify(b *testing.B) {
	for name, r := range tableRuns() {
		for kind, q := range map[string]claim.Question{"renyi": {Alpha: 8}, "delta": {Delta: 1e-5}} {
			var rows []Row
			var certificates []func() (float64, bool)
			for _, th := range catalog.All() {
				row, p := proveRow(context.Background(), th, r, q)
				if p == nil || p.Certify == nil {
					continue
				}
				certified := row
				if certified.certify(p.Certify); certified.Certified {
					rows, certificates = append(rows, row), append(certificates, p.Certify)
				} else {
					b.Logf("%s of %s is not certified", th.ID, name)
				}
			}
			b.Run(name+"/"+kind, func(b *testing.B) {
				for b.Loop() {
					for i, certificate := range certificates {
						row := rows[i]
						if row.certify(certificate); !row.Certified {
							b.Fatal(row.Theorem.ID, " is not certified")
						}
					}
				}
				b.ReportMetric(float64(len(rows)), "rows")
			})
		}
	}
}
