import java.beans.PropertyDescriptor;
import java.io.File;
import java.io.FileReader;
import javax.swing.DefaultListModel;
import weka.classifiers.Classifier;
import weka.classifiers.bayes.NaiveBayes;
import weka.classifiers.trees.J48;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Range;
import weka.experiment.CSVResultListener;
import weka.experiment.ClassifierSplitEvaluator;
import weka.experiment.CrossValidationResultProducer;
import weka.experiment.Experiment;
import weka.experiment.InstancesResultListener;
import weka.experiment.PairedCorrectedTTester;
import weka.experiment.PairedStats;
import weka.experiment.PropertyNode;
import weka.experiment.RandomSplitResultProducer;
import weka.experiment.ResultProducer;

/** Result files as the Experimenter writes them, and what its own corrected t-test says of one of them. */
public class MakeResults {

  public static void main(String[] files) throws Exception {
    run(new CrossValidationResultProducer(), true, "folds.arff", files);
    run(new CrossValidationResultProducer(), false, "folds.csv", files);
    run(new RandomSplitResultProducer(), false, "splits.csv", files);
    judge("folds.arff");
  }

  static void run(ResultProducer producer, boolean arff, String name, String[] files) throws Exception {
    J48 pruned = new J48(), unpruned = new J48();
    unpruned.setUnpruned(true);
    ClassifierSplitEvaluator evaluator = new ClassifierSplitEvaluator();
    if (producer instanceof CrossValidationResultProducer) {
      ((CrossValidationResultProducer) producer).setNumFolds(3);
      ((CrossValidationResultProducer) producer).setSplitEvaluator(evaluator);
    } else {
      ((RandomSplitResultProducer) producer).setSplitEvaluator(evaluator);
    }
    Experiment experiment = new Experiment();
    experiment.setResultProducer(producer);
    experiment.setUsePropertyIterator(true);
    experiment.setPropertyArray(new Classifier[] {new NaiveBayes(), pruned, unpruned});
    experiment.setPropertyPath(new PropertyNode[] {
      new PropertyNode(evaluator,
          new PropertyDescriptor("splitEvaluator", producer.getClass()), producer.getClass()),
      new PropertyNode(evaluator.getClassifier(),
          new PropertyDescriptor("classifier", evaluator.getClass()), evaluator.getClass())});
    DefaultListModel data = new DefaultListModel();
    for (String file : files) data.addElement(new File(file));
    experiment.setDatasets(data);
    experiment.setRunLower(1);
    experiment.setRunUpper(arff ? 3 : 2);
    CSVResultListener listener = arff ? new InstancesResultListener() : new CSVResultListener();
    listener.setOutputFile(new File(name));
    experiment.setResultListener(listener);
    experiment.initialize();
    experiment.runExperiment();
    experiment.postProcess();
  }

  /** What the corrected resampled t-test says of each scheme against the first, on each data set. */
  static void judge(String name) throws Exception {
    Instances results = new Instances(new FileReader(name));
    int data = results.attribute("Key_Dataset").index(), scheme = results.attribute("Key_Scheme").index();
    PairedCorrectedTTester tester = new PairedCorrectedTTester();
    tester.setInstances(results);
    tester.setRunColumn(results.attribute("Key_Run").index());
    tester.setFoldColumn(results.attribute("Key_Fold").index());
    tester.setDatasetKeyColumns(new Range("" + (data + 1)));
    tester.setResultsetKeyColumns(new Range((scheme + 1) + "-" + (scheme + 3)));
    System.out.println("column|data|a|b|count|mean|stddev|p");
    for (String column : new String[] {"Percent_correct", "Area_under_ROC", "Kappa_statistic"}) {
      for (int set = 0; set < tester.getNumDatasets(); set++) {
        Instance one = null;
        for (int i = 0; i < results.numInstances() && one == null; i++) {
          if ((int) results.instance(i).value(data) == set) one = results.instance(i);
        }
        for (int other = 1; other < tester.getNumResultsets(); other++) {
          PairedStats said = tester.calculateStatistics(one, 0, other, results.attribute(column).index());
          System.out.println(column + "|" + one.stringValue(data) + "|" + tester.getResultsetName(0) + "|"
              + tester.getResultsetName(other) + "|" + (int) said.differencesStats.count + "|"
              + said.differencesStats.mean + "|" + said.differencesStats.stdDev + "|"
              + said.differencesProbability);
        }
      }
    }
  }
}
