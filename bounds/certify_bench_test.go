package bounds

import (
	"context"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/theorem"
)

// BenchmarkCertify times what certification adds to the table of all rows of the
// runs of BenchmarkTable.
func BenchmarkCertify(b *testing.B) {
	for name, r := range tableRuns() {
		for kind, q := range map[string]claim.Question{"renyi": {Alpha: 8}, "delta": {Delta: 1e-5}} {
			var rows []Row
			var guarantees []claim.Guarantee
			for _, th := range theorem.Catalog() {
				row, g := proveRow(context.Background(), th, r, q)
				if g == nil || g.Certify == nil {
					continue
				}
				certified := row
				if certified.certify(*g); certified.Certified {
					rows, guarantees = append(rows, row), append(guarantees, *g)
				} else {
					b.Logf("%s of %s is not certified", th.ID, name)
				}
			}
			b.Run(name+"/"+kind, func(b *testing.B) {
				for b.Loop() {
					for i, g := range guarantees {
						row := rows[i]
						if row.certify(g); !row.Certified {
							b.Fatal(row.Theorem.ID, " is not certified")
						}
					}
				}
				b.ReportMetric(float64(len(rows)), "rows")
			})
		}
	}
}
