import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import weka.core.Attribute;
import weka.core.FastVector;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Range;
import weka.experiment.PairedCorrectedTTester;
import weka.experiment.PairedStats;

/**
 * The corrected resampled t-test as Weka's Experimenter computes it.
 *
 * Reads lines "case run fold n_train n_test a b" and prints, for each case, Weka's number of
 * differences, their mean and standard deviation, and its p-value.
 */
public class CorrectedTTest {

  public static void main(String[] arguments) throws Exception {
    Map<Integer, List<double[]>> cases = new LinkedHashMap<>();
    for (String line : Files.readAllLines(Paths.get(arguments[0]))) {
      String[] words = line.trim().split("\\s+");
      double[] row = new double[words.length];
      for (int i = 0; i < words.length; i++) row[i] = Double.parseDouble(words[i]);
      cases.computeIfAbsent((int) row[0], key -> new ArrayList<>()).add(row);
    }
    System.out.println("case count mean stddev p");
    for (Map.Entry<Integer, List<double[]>> each : cases.entrySet()) {
      PairedStats stats = compare(results(each.getValue()));
      System.out.println(each.getKey() + " " + (int) stats.differencesStats.count + " "
          + stats.differencesStats.mean + " " + stats.differencesStats.stdDev + " "
          + stats.differencesProbability);
    }
  }

  /** The table that an experiment leaves behind: one row for each scheme, run and fold. */
  static Instances results(List<double[]> rows) {
    FastVector columns = new FastVector();
    columns.addElement(nominal("Key_Dataset", "data"));
    columns.addElement(nominal("Key_Scheme", "A", "B"));
    columns.addElement(new Attribute("Key_Run"));
    columns.addElement(new Attribute("Key_Fold"));
    columns.addElement(new Attribute("Number_of_training_instances"));
    columns.addElement(new Attribute("Number_of_testing_instances"));
    columns.addElement(new Attribute("Percent_correct"));
    Instances table = new Instances("results", columns, 2 * rows.size());
    for (int scheme = 0; scheme < 2; scheme++) {
      for (double[] row : rows) {
        double[] values = {0, scheme, row[1], row[2], row[3], row[4], row[5 + scheme]};
        table.add(new Instance(1, values));
      }
    }
    return table;
  }

  static Attribute nominal(String name, String... words) {
    FastVector values = new FastVector();
    for (String word : words) values.addElement(word);
    return new Attribute(name, values);
  }

  static PairedStats compare(Instances table) throws Exception {
    PairedCorrectedTTester tester = new PairedCorrectedTTester();
    tester.setInstances(table);
    tester.setDatasetKeyColumns(new Range("1"));
    tester.setResultsetKeyColumns(new Range("2"));
    tester.setRunColumn(2);
    tester.setFoldColumn(3);
    tester.setSignificanceLevel(0.05);
    tester.getNumDatasets();
    return tester.calculateStatistics(table.instance(0), 0, 1, 6);
  }
}
